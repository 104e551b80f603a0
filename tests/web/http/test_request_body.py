"""A form that may bring a large file may not bring large text, which would be held in memory."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from litestar import Litestar, Request, Response, post
from litestar.datastructures import UploadFile
from litestar.testing import TestClient

from aside import aside
from web.room import bearer, join_as_owner
from wordwaiter.errors import UnavailableError
from wordwaiter.web.http import request_body
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import IDEMPOTENCY_KEY
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.request_body import (
    MOST_FIELDS,
    MOST_FILES,
    MOST_FORM,
    MOST_TEXT,
    BoundedRequest,
    _bounded,
)


@post("/", status_code=200)
async def sent(request: Request[Any, Any, Any]) -> dict[str, int]:
    form = await request.form()
    return {
        name: len(await value.read()) if isinstance(value, UploadFile) else len(value)
        for name, value in form.items()
    }


APP = Litestar([sent], request_class=BoundedRequest, request_max_body_size=4 * MOST_TEXT, openapi_config=None)


@pytest.mark.parametrize("beside", [0, 1, MOST_TEXT])
def test_a_file_may_be_large_and_text_beside_it_as_large_as_in_any_form(beside: int) -> None:
    with TestClient(APP) as client:
        answer = client.post("/", files={"file": ("a.db", b"x" * 2 * MOST_TEXT)}, data={"text": "y" * beside})
    assert (answer.status_code, answer.json()) == (200, {"file": 2 * MOST_TEXT, "text": beside})


def test_more_text_than_that_is_refused_however_it_is_sent() -> None:
    text = "y" * (MOST_TEXT + 1)
    halves = {"one": text[: MOST_TEXT // 2], "other": text[: MOST_TEXT // 2 + 2]}
    with TestClient(APP) as client:
        answers = (
            client.post("/", data={"text": text}),
            client.post("/", data={"text": text}, files={"file": ("a.db", b"x")}),
            client.post("/", data=halves, files={"file": ("a.db", b"x")}),
            client.post("/", content=iter([text.encode()]), headers={"Content-Type": "text/plain"}),
        )
    assert [answer.status_code for answer in answers] == [413, 413, 413, 200], (
        "a text is no form, and not read"
    )


def test_a_form_without_files_is_small_on_every_route(context: Any) -> None:
    """A million fields in two megabytes had everybody wait for three seconds."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    fields, letters = b"&".join([b"a"] * MOST_FIELDS), b"a=" + b"b" * (MOST_FORM - 2)
    token, _ = join_as_owner(context)
    with TestClient(APP) as client:
        for body in (fields, letters):
            assert client.post("/", content=body, headers=kind).status_code == 200
            assert client.post("/", content=body + b"&", headers=kind).status_code == 413
    with TestClient(create_app(context), cookies={COOKIE: token}) as client:
        for path in ("/photo/table-1", "/api/v1/session/end", "/api/v1/tables/table-1/commands"):
            assert client.post(path, content=fields + b"&", headers=kind).status_code == 413, path


@pytest.mark.parametrize(
    "body", [b"", b"junk", b"--b\r\n\r\n", b"--b\r\nContent-Disposition: x\r\n\r\n--b--"]
)
def test_a_broken_form_is_refused(body: bytes) -> None:
    with TestClient(APP) as client:
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        assert client.post("/", content=body, headers=kind).status_code in (200, 400)


def part_in(charset: str, text: bytes) -> bytes:
    """A form whose text is in an encoding that it names."""
    head = f'--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset={charset}'
    return head.encode() + b"\r\n\r\n" + text + b"\r\n--b--\r\n"


@post("/small", status_code=200)
async def sent_without_files(request: Request[Any, Any, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


SMALL = Litestar([sent_without_files], request_class=BoundedRequest, openapi_config=None)
FORM = {"Content-Type": "multipart/form-data; boundary=b"}


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "unicode_escape", "utf-7", "utf-16", "zlib", "nosuch"]
)
def test_nobody_chooses_the_encoding_of_a_form(charset: str) -> None:
    """A text of 700 kB that is "punycode" had everybody wait for 38 seconds."""
    for app, path in ((APP, "/"), (SMALL, "/small")):
        with TestClient(app) as client:
            answer = client.post(path, content=part_in(charset, b"b-aaaa"), headers=FORM)
            assert (answer.status_code, answer.json()["detail"]) == (
                400,
                "Text of multipart/form-data is not UTF-8",
            )


def test_a_form_may_say_that_it_is_in_the_usual_encoding() -> None:
    with TestClient(SMALL) as client:
        for charset in ("utf-8", "UTF-8", "utf8"):
            answer = client.post("/small", content=part_in(charset, "Zoë".encode()), headers=FORM)
            assert answer.json() == {"a": "Zoë"}


def test_a_form_that_is_not_in_its_encoding_is_not_our_mistake() -> None:
    for app, path in ((APP, "/"), (SMALL, "/small")):
        with TestClient(app) as client:
            for body in (part_in("utf-8", b"\xff\xfe"), part_in("utf-8", b"a").replace(b'"a"', b'"\xff"')):
                assert client.post(path, content=body, headers=FORM).status_code == 400


def test_all_routes_have_it(context: Any) -> None:
    for route in create_app(context).routes:
        for handler in getattr(route, "route_handlers", ()):
            assert handler.resolve_request_class() is BoundedRequest


def test_whoever_wants_a_form_as_a_whole_gets_no_large_file_in_memory(context: Any) -> None:
    """What goes with a key is compared as a whole, so it is read as a whole."""
    token, _ = join_as_owner(context)
    with TestClient(create_app(context)) as client:
        large = {"photo": ("board.jpg", b"x" * (MOST_TEXT + 1), "image/jpeg")}
        keyed = {**bearer(token), IDEMPOTENCY_KEY: "once"}
        assert client.post("/api/v1/photos", files=large, headers=keyed).status_code == 413


def test_many_small_files_are_no_way_to_send_much() -> None:
    def files(count: int) -> list[tuple[str, tuple[str, bytes]]]:
        return [(f"file{number}", ("a.db", b"x")) for number in range(count)]

    with TestClient(APP) as client:
        assert client.post("/", files=files(MOST_FILES)).status_code == 200
        assert client.post("/", files=files(MOST_FILES + 1)).status_code == 413


def test_so_many_bytes_of_files_arrive_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "MOST_ARRIVING", 1000)
    told = Litestar(
        [sent],
        request_class=BoundedRequest,
        request_max_body_size=4 * MOST_TEXT,
        openapi_config=None,
        exception_handlers={UnavailableError: lambda _, error: Response(error.code, status_code=503)},
    )
    with TestClient(told) as client:
        statuses = [
            client.post("/", files={"file": ("a.db", b"x" * size)}).status_code for size in (300, 600, 300)
        ]
    assert statuses == [200, 503, 200], "what has come is no longer on its way"


def test_one_address_has_half_of_what_may_be_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "MOST_ARRIVING", 1000)

    async def sent_by(asker: str, *sizes: int) -> None:
        async def pieces() -> AsyncGenerator[bytes, None]:
            for size in sizes:
                yield b"x" * size

        arriving = _bounded(pieces(), None, asker)
        held.append(arriving)
        for _ in sizes:
            await anext(arriving)

    held = list[AsyncGenerator[bytes, None]]()

    async def told() -> list[str]:
        refused = []
        for asker, sizes in (("one", (400, 200)), ("one", (500,)), ("other", (400,)), ("third", (200,))):
            try:
                await sent_by(asker, *sizes)
            except UnavailableError:
                refused.append(f"{asker} {sizes}")
        for each in held:
            await each.aclose()
        await sent_by("third", 200)
        await held[-1].aclose()
        return refused

    assert aside(told()) == ["one (400, 200)", "third (200,)"]

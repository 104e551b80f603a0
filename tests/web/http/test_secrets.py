"""No code, token or PIN is in a log, whichever route it is sent to and wherever in the request it stands."""

import errno
import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.http.test_matrix import GOES_ON, LEAVES, PARAMETERS, decided_routes
from web.room import CUP, OWNER, begin_cup, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.http.program_log import LOGGER, BoundedLog, write_log_to


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        yield context


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    path, logger = tmp_path / "program.log", logging.getLogger(LOGGER)
    level, handler = logger.level, write_log_to(path)
    logger.setLevel(logging.DEBUG)
    yield path
    logger.removeHandler(handler)
    logger.setLevel(level)
    handler.close()


def _address(path: str, code: str) -> str:
    """A path with the code wherever one belongs."""
    known = PARAMETERS | {"{code:str}": code}
    return re.sub(r"\{\w+:\w+\}", lambda found: known.get(found[0], "999"), path)


@pytest.mark.long
def test_no_secret_that_any_route_is_sent_is_in_a_log(
    context: Context, log: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    token, _ = join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")
    code = context.devices.invite(OWNER, [Grant(Role.EMCEE, CUP)]).secret
    pin = context.devices.set_pin(OWNER, [Grant(Role.DISPLAY, CUP)], name="Screen")
    number = pin.invitation.number
    form = {
        "code": code, "pin": pin.secret, "token": token, "number": str(number), "name": "Zoe",
        "proof": proof_for(token), "reason": "?",
    }  # fmt: skip
    sent = {"code": code, "token": token, "invitation": number, "pin": pin.secret, "reason": "?"}
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    asked = 0
    with TestClient(create_app(context, limits=often), raise_server_exceptions=False) as client:
        for method, path, _ in decided_routes(client.app):
            if path == GOES_ON or path.endswith(LEAVES):
                continue
            for body in ({"data": form}, {"json": sent}):
                for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"{COOKIE}={token}"}):
                    address = f"{_address(path, code)}?code={code}&token={token}&pin={pin.secret}"
                    told: dict[str, Any] = {} if method in ("GET", "HEAD") else dict(body)
                    client.request(method, address, headers=headers, follow_redirects=False, **told)
                    asked += 1
    lines = log.read_text("utf-8").splitlines()
    assert len(lines) >= asked > 400
    assert all(json.loads(line) for line in lines)
    # The client of this test has a log of its own, which is not the program's.
    said = [record.getMessage() for record in caplog.records if not record.name.startswith("http")]
    for secret in (code, token, pin.secret, proof_for(token)):
        found = re.compile(rf"(?<![\w.]){re.escape(secret)}(?!\w)")
        assert [line for line in (*lines, *said) if found.search(line)] == [], secret


class FullDisk(StringIO):
    """A file on a disk without room."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_on_a_full_disk_is_told_once_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = BoundedLog(tmp_path / "program.log")
    log.close()
    log.stream = FullDisk()  # type: ignore[assignment]
    for number in range(3):
        log.emit(logging.LogRecord("wordwaiter", logging.INFO, "", 0, f"line {number}", (), None))
    log.close()
    assert capsys.readouterr().err == "wordwaiter: the log cannot be written: No space left on device\n"


def test_a_log_that_is_large_is_set_aside_and_the_one_before_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "program.log"
    one, other = BoundedLog(path, 1_000), BoundedLog(path, 1_000)  # as two processes have it
    for count in range(100):
        handler = other if count % 3 else one
        handler.emit(
            logging.LogRecord("wordwaiter", logging.INFO, "", 0, f"line {count} " + "x" * 90, (), None)
        )
    one.close()
    other.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["program.log", "program.log.1"]
    for each in tmp_path.iterdir():
        assert each.stat().st_size < 1_200
        assert each.stat().st_mode & 0o077 == 0
    lines = [
        line.split()[1]
        for name in (".1", "")
        for line in Path(f"{path}{name}").read_text(encoding="utf-8").splitlines()
    ]
    assert lines == [str(count) for count in range(100 - len(lines), 100)]


def test_no_address_steers_the_terminal_in_which_a_log_is_read(context: Context, log: Path) -> None:
    with TestClient(create_app(context)) as client:
        client.get("/%C2%9B2J%1B%5B2J%7F%E2%80%AEevil%E2%80%A8")
    text = log.read_text("utf-8")
    assert not [sign for sign in text if not sign.isprintable() and sign != "\n"]
    assert json.loads(text)["path"] == "/\x9b2J\x1b[2J\x7f\u202eevil\u2028"


def test_no_address_steers_the_terminal_that_tells_of_a_mistake(
    context: Context, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("wordwaiter.web.pages.table.page.scene_at", fail)
    with TestClient(create_app(context), raise_server_exceptions=False) as client:
        assert client.get("/tables/%C2%9B2J%1B%5B2J").status_code == 500
    (told,) = [each.getMessage() for each in caplog.records if each.getMessage().endswith("failed")]
    assert told.isprintable()

"""Nonsense in every form of every page: a clear sentence comes back, nothing breaks, nothing is executed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from litestar.routes import HTTPRoute

from web.asgi_client import Answer, AsgiClient, asgi_client
from web.forms_on_pages import Form, alerts_in, forms_in
from web.room import OWNER, ROLES, bearer, grant_of, join, join_as_owner
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.laptop import Laptop
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.http.server import VenueDoor

MARKUP: Final = "<img src=x onerror=alert(1)><script>alert(2)</script>&\"'{{ 7*7 }}"
NONSENSE: Final = {
    "nothing": "",
    "very long": "Wilhelmina" * 380,
    "longer than a field may be": "x" * 10_000,
    "control signs": "Ann\x00\x07\x1b[2J\nAce",
    "turned around": "\u202eecA nnA\u2066",
    "from right to left": "דוריס כהן",
    "emoji": "🐢👩\u200d👩\u200d👧🏳️\u200d🌈",
    "markup": MARKUP,
    "formula": "=HYPERLINK(1)",
    "negative": "-1",
    "huge": "9" * 40,
    "almost a number": "1e5",
    "other digits": "٣",
    "path": "../../etc/passwd",
    "half a character": "\udfff",
}
"""By what it is, what people, scripts and cats type."""

PAGES: Final = (
    "/",
    "/tournaments/new",
    "/play",
    "/join",
    "/laptop",
    "/judge",
    "/judges",
    "/practice",
    "/analysis",
    "/puzzle",
    "/analysis/record",
    "/devices?tournament={stream}",
    "/director/{stream}",
    "/director/{stream}/entrants",
    "/director/{stream}/entrants/2",
    "/director/{stream}/entrants/file",
    "/director/{stream}/check-in",
    "/director/{stream}/rounds/1",
    "/director/{stream}/rounds/2",
    "/director/{stream}/rounds/2/1",
    "/director/{stream}/rounds/1/1",
    "/director/{stream}/day",
    "/director/{stream}/lists",
    "/director/{stream}/sponsors",
    "/director/{stream}/standings",
    "/director/{stream}/log",
    "/director/{stream}/paper",
    "/director/{stream}/privacy",
    "/emcee/{stream}",
    "/overlay/{stream}",
    "/treasurer/{stream}",
    "/sheets/{stream}",
    "/me/{stream}",
)
LEAVES: Final = ("/leave", "/revoke", "/withdraw", "/examples")
"""Whoever asks for this is somewhere else afterwards; such forms come last."""

pytestmark = pytest.mark.usefixtures("wrong_pins_at_once")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def addresses(context: Context) -> list[str]:
    """Every page that has something to send, of an event with turns and one with built boards."""
    found: dict[str, None] = {}
    for example in (Example.ONTARIO, Example.BEE, Example.GRAND_ISLAND):
        kept = make_example(context, OWNER, example)
        found |= dict.fromkeys(page.format(stream=kept.stream) for page in PAGES)
        for division in kept.state.divisions:
            for table in open_tables_of_round(context, OWNER, kept.stream, division)[:2]:
                found |= dict.fromkeys((f"/tables/{table}", f"/hare/{table}"))
        execute(
            context,
            OWNER,
            TOURNAMENTS,
            kept.stream,
            c.CallOfficial("Sam", 1, Official.JUDGE, "tiles fell down"),
        )
        join(context, grant_of(Role.JUDGE, kept.stream))
        context.devices.invite(OWNER, [grant_of(Role.JUDGE, kept.stream)])
        found[_code_in_use(context, kept.stream)] = None
    return list(found)


def _code_in_use(context: Context, stream: str) -> str:
    """The page of a printed code that a second device asks for, and a third one sees in use."""
    seed = keys.new_token()
    context.devices.invite_printed(OWNER, [("Big screen", grant_of(Role.DISPLAY, stream))], seed)
    code = next(keys.codes_in_sheet(seed))
    context.devices.join(code, Joining(token=keys.new_token()))
    context.devices.ask_takeover(code, Joining(token=keys.new_token()))
    return f"/join/{code}"


@pytest.fixture
def client(context: Context, tmp_path: Path) -> Iterator[AsgiClient]:
    """The program as a club starts it, on a laptop that is not served and does not stop."""
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    app = create_app(context, limits=often)
    app.state.laptop = laptop = Laptop(tmp_path)
    app.state.venue_door = Mock(VenueDoor)
    app.state.stop = Mock()
    laptop.choose_wifi(False)
    with asgi_client(app) as client:
        yield client


@pytest.fixture
def forms(client: AsgiClient, context: Context, addresses: list[str]) -> list[Form]:
    """One form of every shape that is on any of the pages."""
    owner = bearer(join_as_owner(context)[0])
    found: dict[tuple[object, ...], Form] = {}
    for address in addresses:
        answer = client.get(address, headers=owner)
        assert answer.status_code < 500, address
        for form in forms_in(answer.text, address):
            route = re.sub(r"\d+", "N", form.action.partition("?")[0])
            found.setdefault((route.replace("example-N", "E"), form.shape), form)
    later = [  # only after a crash, before a start, when a game or round is over, in practice, by a shelf
        Form("/director/example-1/lists", [("do", "choose"), ("list", "x")], ["list"]),
        Form("/director/example-1/lists/file", [("name", "x")], ["name"]),
        Form("/director/example-1", [("do", "close-round"), ("division", "1"), ("round", "1")], ["round"]),
        Form("/gaps", [("gap", "1"), ("ran", "yes"), ("back", "/")]),
        Form("/me/example-2", [("challenger", "1"), ("place", "8D"), ("word", "x")], ["place", "word"]),
        Form("/judges/boards/example-2/1/1/1", [("word", "8H READ"), ("answer", "good")], ["word", "answer"]),
        Form("/play/again/table-1", []),
        Form("/replays/table-1", [("turn", "1"), ("text", "x")], ["turn", "text"]),
        Form("/practice/practice-1", [("do", "paint"), ("board", "x")], ["board"]),
        Form(
            "/tiles/example-2",
            [("do", "own"), ("team", "1"), ("round", "1"), ("letters", "x"), ("count", "1"), ("back", "/")],
            ["letters", "count"],
        ),
    ]
    return sorted([*found.values(), *later], key=lambda form: form.action.endswith(LEAVES))


def _sent(form: Form, changed: dict[str, str | None]) -> bytes:
    """The form with some fields changed, or left out where there is None."""
    fields = [*form.fields, *form.buttons[:1]]
    pairs = [(name, changed.get(name, value)) for name, value in fields]
    pairs += [(name, value) for name, value in changed.items() if name not in dict(fields)]
    kept = [(name, value) for name, value in pairs if value is not None]
    return urlencode(kept, errors="surrogatepass").encode()


def _bodies(form: Form) -> Iterator[tuple[str, str, bytes]]:
    """What is sent: a word for it, its type, the body."""
    usual = "application/x-www-form-urlencoded"
    names = list(dict.fromkeys(name for name, _ in form.fields))
    for word, nonsense in NONSENSE.items() if form.typed else ():
        yield word, usual, _sent(form, dict.fromkeys(form.typed, nonsense))
    for number, name in enumerate(names):
        word = list(NONSENSE)[number % len(NONSENSE)]
        changed = {name: NONSENSE[word] if number % 2 else None}
        yield f"{word} in {name}, or without it", usual, _sent(form, changed)
    yield "markup everywhere", usual, _sent(form, dict.fromkeys([*names, *dict(form.buttons)], MARKUP))
    yield "one field more", usual, _sent(form, {"extra": MARKUP})
    yield "no field", usual, b""
    yield "broken text", usual, b"&".join(b"%s=%%ff%%fe%%00" % name.encode() for name in names)
    yield "not a form", usual, b"\xff\x00=&&;;%%%"
    yield "another type", "application/json", b'{"do": ["x"]}'
    yield "half a file", "multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="do'
    yield "no type", "", b"do=x"


def _faults(answer: Answer) -> Iterator[str]:
    """What is wrong with an answer to nonsense."""
    page, status = answer.text, answer.status_code
    if status >= 500:
        yield "the program failed"
    if "<img src=x" in page or "<script>alert" in page:
        yield "markup of somebody else is in the page"
    if status >= 400 and not alerts_in(page):
        yield "no sentence says what is wrong"
    if status < 300 and not answer.headers["content-type"].startswith("text/html"):
        yield "no page"


@pytest.mark.long
def test_nonsense_from_any_role_or_from_a_stranger_gets_a_clear_sentence_too(
    client: AsgiClient, context: Context, forms: list[Form]
) -> None:
    """Whoever may not do it is told so, whatever they send, and whoever may is told what is wrong with it.

    Nobody ends the tournament here, which would make strangers of them all; the next test does.
    """
    wrong = []
    everybody = {role.value: bearer(join(context, grant_of(role, "example-1"))[0]) for role in ROLES}
    for who, headers in {**everybody, "stranger": {}}.items():
        for form in [form for form in forms if not form.action.endswith("/end")]:
            names = dict.fromkeys([name for name, _ in form.fields] + [name for name, _ in form.buttons])
            for body in (_sent(form, dict.fromkeys(names, MARKUP)), _sent(form, dict.fromkeys(names, ""))):
                kind = {"Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"}
                answer = client.post(
                    form.action, content=body, headers={**headers, **kind}, follow_redirects=False
                )
                wrong += [(who, fault, form.action, answer.status_code) for fault in _faults(answer)]
    assert not wrong, (len(wrong), wrong[:12])


@pytest.mark.long
def test_nonsense_in_any_form_gets_a_clear_sentence_and_breaks_nothing(
    client: AsgiClient, context: Context, forms: list[Form], addresses: list[str]
) -> None:
    wrong, asked = [], 0
    owner = bearer(join_as_owner(context)[0])
    for form in forms:
        if form.action.endswith(LEAVES):
            owner = bearer(join_as_owner(context)[0])
        for word, kind, body in _bodies(form):
            headers = {**owner, "Accept": "text/html", **({"Content-Type": kind} if kind else {})}
            answer = client.post(form.action, content=body, headers=headers, follow_redirects=False)
            asked += 1
            wrong += [(fault, form.action, word, answer.status_code, body[:200]) for fault in _faults(answer)]
    assert not wrong, (len(wrong), asked, wrong[:12])
    assert asked > 1000
    owner = bearer(join_as_owner(context)[0])
    for address in addresses:
        page = client.get(address, headers=owner)
        assert page.status_code < 500, address
        assert "<img src=x" not in page.text


@pytest.mark.long
def test_every_route_that_takes_a_form_was_among_them(client: AsgiClient, forms: list[Form]) -> None:
    """Otherwise a page that nobody thought of here would be as green as the others."""
    taken = {
        route.path
        for route in client.app.routes
        if isinstance(route, HTTPRoute) and "POST" in route.methods and not route.path.startswith("/api/")
    }
    asked = [form.action.partition("?")[0] for form in forms]
    patterns = {path: re.sub(r"\{\w+:path\}", ".+", path) for path in taken}
    patterns = {path: re.sub(r"\{\w+:\w+\}", "[^/]+", each) for path, each in patterns.items()}
    missing = {path for path, each in patterns.items() if not any(re.fullmatch(each, a) for a in asked)}
    # These have no form: scripts ask for a tally, for what the engine thinks, and for cards of or as a file.
    assert missing == {
        "/tallies/{stream:path}", "/analysis/think", "/analysis/try", "/study/import", "/study/export",
    }  # fmt: skip

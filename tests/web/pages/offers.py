"""What pages offer to press: every button of every form, with the fields that are sent along with it.

`python -m web.pages.offers`, in the folder of the tests, writes offers.txt anew; look at what changed in it.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, Protocol
from unittest.mock import patch
from urllib.parse import urljoin

from litestar.testing import TestClient

import bees
from web.forms_on_pages import forms_in
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, finish, grant_of, join, join_as_owner, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Table
from wordwaiter.lexicon import open_lexicon
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tables.computer import Engines
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import PROOF_FIELD
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.http.security_headers import ALWAYS_OWN

KEPT: Final = Path(__file__).with_name("offers.txt")

Client = TestClient[Any]
Offers = dict[str, list[str]]
"""By page and who looks at it, a line for each button."""


@dataclass
class _Form:
    action: str
    how: str
    fields: set[str] = field(default_factory=set)
    about: dict[str, str] = field(default_factory=dict)
    """The values of hidden fields, but for those that are new each time."""
    buttons: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Finds forms that post and their buttons; one that only a script presses is no offer."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._form: _Form | None = None
        self.forms: list[_Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            action = urljoin(self._address, given.get("action") or self._address)
            marks = ((" by the outbox", "data-outbox"), (" (hidden)", "hidden"))
            self._form = _Form(action, "".join(told for told, name in marks if name in given))
            if action != "/reading":  # how pages look is at the foot of each
                self.forms.append(self._form)
        elif self._form is not None and tag in ("input", "select", "textarea") and given.get("name"):
            mark = "!" if "required" in given else ""
            self._form.fields.add(re.sub(r"\d+", "N", given["name"]) + mark)
            if given.get("type") == "hidden" and given["name"] not in ("sending", PROOF_FIELD):
                self._form.about[given["name"]] = given.get("value", "")
        elif self._form is not None and tag == "button" and given.get("type", "submit") == "submit":
            self._form.buttons.append(
                f"{given['name']}={given.get('value', '')}" if "name" in given else "(send)"
            )

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


def offered(html: str, address: str) -> list[str]:
    """Returns a line for each kind of button on a page: where it goes, what it says, what is sent along.

    Where several are alike, the line tells about how many different things they are.
    """
    reader = _Reader(address)
    reader.feed(html)
    about: dict[str, set[str]] = {}
    for form in reader.forms:
        way = re.sub(r"\d+", "N", form.action.partition("#")[0])
        for button in form.buttons or ["NO BUTTON"]:
            line = f"{way}{form.how}: {button} with {', '.join(sorted(form.fields)) or 'nothing'}"
            about.setdefault(line, set()).add(repr((form.action, sorted(form.about.items()))))
    return [f"{line} ×{len(things)}" if len(things) > 1 else line for line, things in about.items()]


@contextmanager
def open_house_of_pages(folder: Path) -> Iterator[tuple[Context, Client]]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES", "CAT"]),))
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with (
        Context.open(folder / "wordwaiter.db", ContextParts(judge=judge)) as context,
        TestClient(create_app(context, limits=often)) as client,
    ):
        yield context, client


class Looks(Protocol):
    """Looks at pages as somebody."""

    def at(self, what: str, address: str, headers: dict[str, str], /) -> None: ...


@dataclass(frozen=True)
class _Notes:
    """Writes down what pages offer."""

    _client: Client
    _offers: Offers

    def at(self, what: str, address: str, headers: dict[str, str], /) -> None:
        answer = self._client.get(address, headers=headers)
        assert answer.status_code == 200, (address, answer.status_code)
        self._offers[what] = offered(answer.text, address)


def _cup(context: Context, _: Client, looks: Looks) -> None:
    """A game from the draw to the signatures, for those who sit there and those who look after it."""
    begin_cup(context)
    people = {
        "scorekeeper": bearer(join(context, grant_of(Role.TABLE_SCOREKEEPER), name="Sam")[0]),
        "player": bearer(join(context, grant_of(Role.PLAYER), name="Ann Leclerc")[0]),
        "judge": bearer(join(context, grant_of(Role.JUDGE), name="Judy")[0]),
        "director": bearer(join_as_owner(context)[0]),
        "public": {},
    }

    def table(stage: str) -> None:
        for who, headers in people.items():
            looks.at(f"a table, {stage}: {who}", f"/tables/{TABLE}", headers)

    def state() -> Table:
        found: Table = context.states.of(TABLE).state
        return found

    director = people["director"]
    looks.at("round published: director", f"/director/{CUP}/rounds/1", director)
    start_round(context)
    table("drawing")
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    table("first turn")
    placement = parse_play("8G CAT", state().position.board)
    execute(context, OWNER, TABLES, TABLE, g.Play(to_move(state()) or 0, placement))
    table("after a play")
    execute(context, OWNER, TABLES, TABLE, g.Pause("Cora", "a glass fell"))
    table("paused")
    execute(context, OWNER, TABLES, TABLE, g.Resume("Cora"))
    execute(context, OWNER, TABLES, TABLE, g.Challenge(to_move(state()) or 0, ("CAT",)))
    table("challenged")
    looks.at("judges, a challenge: judge", "/judges", people["judge"])
    execute(context, OWNER, TOURNAMENTS, CUP, c.CallOfficial("Sam", 1, Official.JUDGE, "tiles fell down"))
    looks.at("judges, a call: judge", "/judges", people["judge"])
    execute(context, OWNER, TABLES, TABLE, g.Rule("Judy", good=True))
    looks.at("round running: director", f"/director/{CUP}/rounds/1", director)
    looks.at("the room: director", f"/director/{CUP}", director)
    looks.at("sheets: director", f"/sheets/{CUP}", director)


def _ended_cup(context: Context, _: Client, looks: Looks) -> None:
    begin_cup(context)
    start_round(context)
    finish(context)
    scorekeeper = bearer(join(context, grant_of(Role.TABLE_SCOREKEEPER), name="Sam")[0])
    director = bearer(join_as_owner(context)[0])
    looks.at("a table, ended: scorekeeper", f"/tables/{TABLE}", scorekeeper)
    looks.at("a table, ended: director", f"/tables/{TABLE}", director)
    execute(context, OWNER, TOURNAMENTS, CUP, c.DecideResult("Cora", "A", 1, 1, (300, 200), "a wet sheet"))
    looks.at("round with all results: director", f"/director/{CUP}/rounds/1", director)
    execute(context, OWNER, TOURNAMENTS, CUP, c.CloseRound("Cora", "A"))
    looks.at("round closed: director", f"/director/{CUP}/rounds/1/1", director)
    looks.at("next round proposed: director", f"/director/{CUP}/rounds/1", director)


_DIRECTORS: Final = (
    "/director/{stream}",
    "/director/{stream}/entrants",
    "/director/{stream}/entrants/2",
    "/director/{stream}/entrants/file",
    "/director/{stream}/check-in",
    "/director/{stream}/rounds/1",
    "/director/{stream}/day",
    "/director/{stream}/lists",
    "/director/{stream}/sponsors",
    "/director/{stream}/standings",
    "/director/{stream}/log",
    "/director/{stream}/privacy",
    "/director/{stream}/paper",
    "/devices?tournament={stream}",
    "/sheets/{stream}",
    "/overlay/{stream}",
)
_DUTIES: Final = {
    Role.EMCEE: "/emcee/{stream}",
    Role.TREASURER: "/treasurer/{stream}",
    Role.PLAYER: "/me/{stream}",
    Role.SCOREKEEPER: "/director/{stream}/rounds/1",
}


def _example(example: Example) -> Callable[[Context, Client, Looks], None]:
    def look(context: Context, _: Client, looks: Looks) -> None:
        stream = make_example(context, OWNER, example).stream
        director = bearer(join_as_owner(context)[0])
        join(context, grant_of(Role.JUDGE, stream), name="Judy")
        context.devices.invite(OWNER, [grant_of(Role.EMCEE, stream)])
        for page in _DIRECTORS:
            looks.at(f"{example.value} {page}: director", page.format(stream=stream), director)
        for role, page in _DUTIES.items():
            headers = bearer(join(context, grant_of(role, stream), name=f"the {role.value}")[0])
            looks.at(f"{example.value} {page}: {role.value}", page.format(stream=stream), headers)
        for division in snapshot_of(context, stream).tournament.divisions:
            played = snapshot_of(context, stream).tournament.open_round(division)
            if played is not None and played.stage is RoundStage.RUNNING:
                table = open_tables_of_round(context, OWNER, stream, division)[0]
                kind = "hare" if example is Example.BEE and division == "Hare" else "tables"
                looks.at(f"{example.value} {division} {kind}: director", f"/{kind}/{table}", director)
                execute(context, OWNER, TOURNAMENTS, stream, c.CallRoundTime("", division))
                looks.at(f"{example.value} {division} {kind}, time: director", f"/{kind}/{table}", director)

    return look


def _free(context: Context, client: Client, looks: Looks) -> None:
    """Pages for everybody: the start, free games, practice, the word judge and the way in."""
    director = bearer(join_as_owner(context)[0])
    for address in ("/", "/play", "/practice", "/judge", "/analysis", "/analysis/record", "/join"):
        looks.at(f"{address}: public", address, {})
    code = context.devices.new_director(only_here=False).secret
    looks.at("/join with a code: public", f"/join/{code}", {})
    for address in ("/", "/join", "/tournaments/new"):
        looks.at(f"{address}: director", address, director)
    for opponent in ("gentle", "here", "there", "real"):
        begun = client.post(
            "/play", data={"opponent": opponent, "first": "Ann", "second": "Bo", "rulebook": "club"}
        )
        looks.at(f"free game against {opponent}: who began it", begun.url.path, {})
    begun = client.post("/practice", data={"starting": "quotes", "minutes": "10"})
    looks.at("a practice board: who began it", begun.url.path, {})


def _puzzle(_context: Context, _client: Client, looks: Looks) -> None:
    """The puzzle of a day, by a list with words enough for one."""
    engines = Engines([open_lexicon("enable")])
    with patch("wordwaiter.service.tables.game_reviews.engines_of", lambda _: engines):
        looks.at("the puzzle of a day: public", "/puzzle?day=2026-11-01", {})


def _challenges(context: Context, client: Client, looks: Looks) -> None:
    """The boards of a Bee when time is up: as a photo, a rival's on a team's phone, and before the judges."""
    bee = bees.evening(context)
    bees.begin(context, bee)
    owls = bees.boards(context, bee)["Owls"]
    looks.at("a photo of a board: director", f"/photo/{owls}", bearer(join_as_owner(context)[0]))
    execute(context, OWNER, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(context, owls, "I7 ZED")
    bees.hand_in_all(context, bee)
    rival = f"/me/{bee}/challenge/2/1"
    phone = bearer(join(context, Grant(Role.PLAYER, bee, entrant=2), name="Fay")[0])
    looks.at("a rival's board: a team", rival, phone)
    form = next(form for form in forms_in(client.get(rival, headers=phone).text, rival) if form.buttons)
    client.post(form.action, data=dict([*form.fields, form.buttons[0]]), headers=phone)
    judge = bearer(join(context, Grant(Role.JUDGE, bee), name="Judy")[0])
    looks.at("judges, a word of a board: judge", "/judges", judge)
    looks.at("whole boards: judge", "/judges/boards", judge)
    looks.at("a whole board: judge", f"/judges/boards/{owls}", judge)


HOUSES: Final = (_cup, _ended_cup, _free, _puzzle, _challenges, *(_example(each) for each in Example))


def all_offers() -> Offers:
    """Returns what all pages offer that are looked at here."""
    offers: Offers = {}
    for look in HOUSES:
        with tempfile.TemporaryDirectory() as folder, open_house_of_pages(Path(folder)) as (context, client):
            look(context, client, _Notes(client, offers))
    return offers


def kept_offers() -> Offers:
    """Returns what pages should offer."""
    offers: Offers = {}
    for part in KEPT.read_text().strip().split("\n\n"):
        title, *lines = part.splitlines()
        offers[title.removeprefix("# ")] = lines
    return offers


if __name__ == "__main__":
    ALWAYS_OWN.add("testserver.local")  # as in conftest.py
    parts = ("\n".join((f"# {title}", *lines)) for title, lines in all_offers().items())
    KEPT.write_text("\n\n".join(parts) + "\n")
    sys.stdout.write(f"{KEPT.name} is written\n")

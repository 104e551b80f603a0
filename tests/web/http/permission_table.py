"""The whole permission table: who may give which command, invite whom and read what, by part of a tournament.

`python -m web.http.permission_table`, in the folder of the tests, writes permissions.txt anew.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from litestar.routes import HTTPRoute

from game.vocabulary import ann_and_ben
from web.asgi_client import AsgiClient, asgi_client
from web.http.form_table import COLUMNS, FormTable, Place, line
from web.http.games_table import (
    HEAD_OF_FREE,
    HEAD_OF_GAME,
    asked_here,
    of_a_game,
    of_free_games,
    of_hare_boards,
)
from web.http.open_house_table import EXAMPLES, HEAD_OF_OPEN_HOUSE, OPEN_HOUSE, of_open_house
from web.http.post_table import PostTable
from web.room import OWNER, bearer, join
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant, director_of_everything
from wordwaiter.service.access.permissions import Seated, permit, permit_at_board, permit_at_table
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.state import Call, Official, Peek, Tournament
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.guards import Who, anybody_who_joined
from wordwaiter.web.http.limits import Limiter, Limits, Rate

KEPT: Final = Path(__file__).with_name("permissions.txt")
CUP: Final = "tournament-1"
TABLE: Final = f"{CUP}/1/1/1.1"
ANN, BO, CY, ED = 1, 2, 3, 5
"""Ann and Bo play at table 1 of division A, Cy at table 2 of A, and Ed at table 3 of division B."""

HEAD: Final = """\
Who may do what. Everything here is asked about division A, its table 1, and Ann, who plays Bo there.

  *  a role for the whole tournament       T  for table 1 of division A    E  Ann's own device
  A  for division A                        t  for table 2 of division A    e  Bo's, her opponent
  b  for division B                        u  for table 3 of division B    x  Cy's, at table 2 of division A
                                           n  for table 1, in any division y  Ed's, at table 3 of division B

A role at another tournament never counts. "house" is whoever runs the server. Two dots: nobody of that role.
"""

HEAD_OF_BEE: Final = """
At a Bee, A is Hare and B is Tortoise; E is the team at table 1 of Hare, e and x are those at tables 2 and 3.
/examples leads everybody to the example that is here; who opens one stands at the API's line.
"""

HEAD_OF_POSTS: Final = """
What the API and the pages are sent without a form of an event. In brackets why a line tells whom the address
lets in, and not what is answered.
"""

TITLES: Final = ("house", "director", "judge", "scorek.", "table-sk", "player", "emcee", "treas.", "station",
                 "display", "public")  # fmt: skip


def grants() -> Iterator[tuple[Role, str, Grant]]:
    """Every role for every part that it can be for, with the letter of the part."""
    for role in COLUMNS:
        if role is Role.PLAYER:
            for letter, number in (("E", ANN), ("e", BO), ("x", CY), ("y", ED)):
                yield role, letter, Grant(role, CUP, entrant=number)
            continue
        yield role, "*", Grant(role, CUP)
        yield role, "A", Grant(role, CUP, division="A")
        yield role, "b", Grant(role, CUP, division="B")
        if role is Role.TABLE_SCOREKEEPER:
            for letter, division, table in (("T", "A", 1), ("t", "A", 2), ("u", "B", 3), ("n", None, 1)):
                yield role, letter, Grant(role, CUP, division=division, table=table)


def row(what: str, able: Callable[[Caller], bool], *, has_elsewhere: bool = True) -> str:
    """A line of the table; some addresses are about whatever one has a role for."""
    letters: dict[Role, str] = dict.fromkeys(COLUMNS, "")
    for role, letter, grant in grants():
        elsewhere = Caller("Sam", "device-1", frozenset({replace(grant, stream="tournament-2")}))
        if has_elsewhere and able(elsewhere) and not able(NOBODY):
            letters[role] += f"({letter} elsewhere!)"
        if able(Caller("Sam", "device-1", frozenset({grant}))):
            letters[role] += letter
    cells = (
        "yes" if able(director_of_everything("Cora")) else "",
        *letters.values(),
        "yes" if able(NOBODY) else "",
    )
    return line(what, cells)


# ---------------------------------------------------------------- commands


def _able(ask: Callable[[Caller], object]) -> Callable[[Caller], bool]:
    """Whether a caller is not refused."""

    def able(caller: Caller) -> bool:
        try:
            ask(caller)
        except WordwaiterError:
            return False
        return True

    return able


def _one_of(able: set[frozenset[Grant]]) -> Callable[[Caller], bool]:
    return lambda caller: caller.grants in able


_ABOUT_ANN: Final[Mapping[str, object]] = {
    "by": "Sam", "division": "A", "round": 1, "table": 1, "board": 1, "call": 1, "peek": 1, "seat": 0,
    "signer": 0, "entrant": ANN, "entrants": (ANN,), "contender": ANN, "contenders": (ANN,), "team": ANN,
    "challenger": ANN, "challenged": BO, "signed": (ANN,),
}  # fmt: skip
"""The fields that tell what a command is about; no permission looks at any other."""


def _about_ann(kind: Any) -> Any:
    command = object.__new__(kind)
    for field in fields(kind):
        if field.name in _ABOUT_ANN:
            object.__setattr__(command, field.name, _ABOUT_ANN[field.name])
    return command


def command_rows(tournament: Tournament) -> Iterator[str]:
    """A line for each command to a tournament, to a table and to a board."""
    asked = replace(
        tournament,
        calls=(Call(1, 0, 1, Official.JUDGE, "a spill"),),
        peeks=(Peek(1, ANN, 1, "QI", 1),),
    )
    seated, table = Seated((frozenset({ANN}), frozenset({BO})), "A", 1), ann_and_ben("iowa").table
    team = Seated((frozenset({ANN}),), "A", 1)
    for kind in _by_name(c.Command):
        yield row(
            kind.__name__, _able(partial(permit, stream=CUP, tournament=asked, command=_about_ann(kind)))
        )
    yield ""
    for kind in _by_name(g.Command):
        at_table = partial(
            permit_at_table, stream=TABLE, seated=seated, table=table, command=_about_ann(kind)
        )
        yield row(f"table {kind.__name__}", _able(at_table))
    yield ""
    for kind in _by_name(h.HareCommand):
        at_board = partial(permit_at_board, stream=TABLE, seated=team, command=_about_ann(kind))
        yield row(f"board {kind.__name__}", _able(at_board))


def _by_name(union: Any) -> list[Any]:
    return sorted(union.__args__, key=lambda each: each.__name__)


# ---------------------------------------------------------------- invitations

INVITED: Final[Mapping[str, Grant]] = {
    "a director of the server": Grant(Role.DIRECTOR, HOUSE),
    "a director": Grant(Role.DIRECTOR, CUP),
    "a director of division A": Grant(Role.DIRECTOR, CUP, division="A"),
    "a judge": Grant(Role.JUDGE, CUP),
    "a judge of division A": Grant(Role.JUDGE, CUP, division="A"),
    "a scorekeeper of table 1 of A": Grant(Role.TABLE_SCOREKEEPER, CUP, division="A", table=1),
    "a scorekeeper of table 1": Grant(Role.TABLE_SCOREKEEPER, CUP, table=1),
    "Ann": Grant(Role.PLAYER, CUP, entrant=ANN),
    "Ann, as if she were of B": Grant(Role.PLAYER, CUP, division="B", entrant=ANN),
    "a player whom nobody knows": Grant(Role.PLAYER, CUP, entrant=99),
    "a director of the list of devices": Grant(Role.DIRECTOR, "access"),
    "a judge of one table": Grant(Role.JUDGE, TABLE),
}


def invitation_rows(context: Context) -> Iterator[str]:
    """A line for each kind of invitation."""
    for what, grant in INVITED.items():
        yield row(f"invite {what}", _able(partial(_invite_and_withdraw, context=context, grant=grant)))


def _invite_and_withdraw(caller: Caller, context: Context, grant: Grant) -> None:
    made = context.devices.invite(caller, [grant])
    context.devices.withdraw(OWNER, made.invitation.number, "a test")


# ---------------------------------------------------------------- reads

SEEN: Final[Mapping[str, str]] = {
    "e-mail of Bo": "bo@example.org",
    "name of Ann": "Leclerc",
    "money": "the mayor of Cup",
}
"""What may be read on some pages by some; Ann is shown by initials."""

PARAMETERS: Final = {
    "{tournament:str}": CUP, "{stream:str}": CUP, "{stream:path}": TABLE, "{number:int}": "1",
    "{played:int}": "1", "{contender:int}": str(ANN), "{division:int}": "1", "{line:int}": "1",
    "{table:str}": TABLE.replace("/", ":"), "{board:str}": TABLE.replace("/", ":"), "{what:str}": "entrants",
    "{paper:str}": "standings",
}  # fmt: skip
GOES_ON: Final = "/api/v1/feed"
OF_CUP: Final = (
    "/api/v1/tournaments/{",
    "/api/v1/tables/{",
    "/live/",
    "/me/",
    "/tables/",
    "/screen/",
    "/overlay/",
)
"""Addresses that everybody may open, and that show some more than others."""


def address_of(path: str) -> str:
    """A path with what this table asks about in it."""
    for name, value in PARAMETERS.items():
        path = path.replace(name, value)
    return path


def read_rows(context: Context, client: AsgiClient) -> Iterator[str]:
    """A line for each address that is not open to everybody, and for what is read anywhere."""
    tokens = {NOBODY.grants: ""}
    for held in (
        frozenset({Grant(Role.DIRECTOR, HOUSE)}),
        *(frozenset({each}) for _, _, each in grants()),
        *(frozenset({replace(each, stream="tournament-2")}) for _, _, each in grants()),
    ):
        tokens[held] = join(context, *held)[0]
    found: dict[str, set[frozenset[Grant]]] = {what: set() for what in SEEN}
    opened = []
    for path, who in sorted(_reads(client), key=lambda each: each[0]):
        is_open = Role.PUBLIC in who.roles
        if is_open:
            opened.append(path)
        if who.room is not None or (is_open and not path.startswith(OF_CUP)):
            continue
        answers = {
            held: client.get(address_of(path), headers=bearer(token) if token else {}, follow_redirects=False)
            for held, token in tokens.items()
        }
        for what, mark in SEEN.items():
            found[what] |= {each for each, answer in answers.items() if mark in answer.text}
        able = {each for each, answer in answers.items() if answer.status_code not in (401, 403)}
        if not is_open:
            about = "{" in path and who is not anybody_who_joined
            yield row(f"{path} ", _one_of(able), has_elsewhere=about)
    yield ""
    for what, seen in found.items():
        yield row(f"see the {what}", _one_of(seen))
    yield ""
    yield "open to everybody:"
    yield from (f"  {path}" for path in opened)


def _reads(client: AsgiClient) -> Iterator[tuple[str, Who]]:
    for route in client.app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            if "GET" in handler.http_methods and route.path != GOES_ON:
                yield route.path, handler.opt["who"]


# ---------------------------------------------------------------- the table


def begin(context: Context, *, starts: bool = True) -> None:
    """Two tournaments of two divisions, with a round in each division of the first."""
    for name, first in (("Cup", "Ann Leclerc"), ("Another", "Zoe Elsewhere")):
        divisions = [c.OpenDivision("Cora", each, shipped_format("club")) for each in "AB"]
        begun = begin_tournament(
            context, OWNER, c.OpenTournament("Cora", name, names=PublicNames.FULL), divisions
        )
        ann = Profile(first, by_initials=True)
        bo = Profile("Bo Poe", age=83, email="bo@example.org" if name == "Cup" else "")
        a = tuple(map(single, (ann, bo, *map(Profile, ("Cy Ray", "Di Sol")))))
        b = tuple(map(single, map(Profile, ("Ed Tan", "Flo Urs"))))
        under_way: tuple[c.Command, ...] = (
            (c.StartRound("Cora", "A"), c.CallOfficial("Cora", 1, Official.JUDGE, "a spill"))
            if starts
            else ()
        )
        commands: tuple[c.Command, ...] = (
            c.Register("Cora", "A", a),
            c.Register("Cora", "B", b),
            c.CheckIn("Cora", (1, 2, 3, 4, 5, 6)),
            c.PublishRound("Cora", "A", (Seating(1, (1, 2)), Seating(2, (3, 4)))),
            c.PublishRound("Cora", "B", (Seating(3, (5, 6)),)),
            *under_way,
            c.TakeMoney("Cora", Fund.DONATION, 12345, Method.CASH, note=f"from the mayor of {name}"),
        )
        for command in commands:
            execute(context, OWNER, TOURNAMENTS, begun.stream, command)


@contextmanager
def _served(place: Path) -> Iterator[tuple[Context, AsgiClient]]:
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(
        place, ContextParts(judge=judge, shelf=Shelf(place.parent / "lists", place.parent / "graphs"))
    ) as context:
        app = create_app(context, limits=often, own_names=["testserver.local"])
        with asgi_client(app) as client:
            yield context, client


def table(folder: Path) -> str:
    """The whole table as the program has it."""
    with _served(folder / "wordwaiter.db") as (context, client):
        begin(context)
        lines = [
            HEAD,
            line("commands", TITLES),
            *command_rows(context.states.of(CUP).state),
            "",
            line("invitations", TITLES),
            *invitation_rows(context),
            "",
            line("pages and answers of the API", TITLES),
            *read_rows(context, client),
            "",
            line("forms", TITLES),
        ]
        place = Place(CUP, "tournament-2", "A", "B", (1, 2, 3), (ANN, BO, CY, ED))
        forms = list(FormTable(context, client, place).rows())
        posts = PostTable(context, client, place, PARAMETERS, [*forms, *OPEN_HOUSE, *EXAMPLES])
        lines += [*asked_here(forms), HEAD_OF_POSTS, line("sent in other ways", TITLES)]
        lines += asked_here(posts.rows())
        lines += [HEAD_OF_GAME, line("forms of a game under way", TITLES)]
        lines += of_a_game(context, client, place, TABLE, PARAMETERS)
    with _served(folder / "bee.db") as (context, client):
        bee, other = (make_example(context, OWNER, each).stream for each in (Example.BEE, Example.ONTARIO))
        place = Place(bee, other, "Hare", "Tortoise", (1, 2, 1), (1, 2, 3, 10))
        lines += [HEAD_OF_BEE, line("forms of a Bee", TITLES), *FormTable(context, client, place).rows()]
        lines += of_hare_boards(context, client, place, PARAMETERS)
        lines += PostTable(context, client, place, PARAMETERS, [], only=EXAMPLES).rows()
    with _served(folder / "free.db") as (context, client):
        begin(context, starts=False)
        place = Place(CUP, "tournament-2", "A", "B", (1, 2, 3), (ANN, BO, CY, ED))
        lines += [HEAD_OF_FREE, line("sent to free games", ("own", *TITLES[1:]))]
        lines += of_free_games(context, client, place)
        lines += [HEAD_OF_OPEN_HOUSE, line("sent while no round runs", TITLES)]
        lines += of_open_house(context, client, place, PARAMETERS)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        KEPT.write_text(table(Path(folder)))

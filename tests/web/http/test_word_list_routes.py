"""While a round of any tournament here runs, nobody but a judge gets anything that comes from a word list.

Two nets, both made from what there is: every function of the program that gets hold of a word list must be
decided on below, and every route is asked as people who judge nothing while whatever could answer from a
list is watched. So a new way to a list without a decision fails.
"""

import ast
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Final

import pytest
from litestar.testing import TestClient

import wordwaiter
from web.http.test_matrix import GOES_ON, LEAVES, decided_routes
from web.room import CUP, OWNER, ROLES, TABLE, bearer, begin_cup, grant_of, join
from wordwaiter.engine.engine import Engine, Position
from wordwaiter.engine.hare import HarePuzzle
from wordwaiter.game.hare.commands import SignalEnd
from wordwaiter.lexicon import open_lexicon
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.computer import Strength
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.practice import PracticeRequest, begin_practice
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate

pytestmark = pytest.mark.clause("bee-phones")

# ---------------------------------------------------------------- who gets hold of a list

SOURCES: Final = Path(wordwaiter.__file__).parent

LISTS: Final = frozenset({"judge", "finder", "shelf", "lexicons"})
"""Attributes by which a list is got hold of."""

DECIDED: Final = {
    "service/bee/best_board_search.py": "what it finds is told when the round is closed",
    "service/bee/emcee.py": "asks the door before words are looked up",
    "service/tables/computer.py": "asked by service/tables/free_games.py alone",
    "service/rounds/chances.py": "the chance to win by score and number of tiles; no list is asked",
    "service/rounds/overlay_players.py": "the chance to win by score and number of tiles; no list is asked",
    "service/study/searches.py": "every way to a list calls require_study",
    "service/study/missed.py": "calls require_study",
    "service/jobs/hare_ranking.py": "for a terminal",
    "service/jobs/game_analyses.py": "for a terminal",
    "service/jobs/player_reports.py": "for a terminal",
    "service/jobs/engine_process.py": "asks the engine's process for those who were let in",
    "service/jobs/engine_work.py": "what that process does, and answers nobody else",
    "service/bee/solver_process.py": "for a terminal, and for service/bee/best_board_search.py",
    "service/tables/game_reviews.py": "hints call require_open; the rest is for the analysis page alone",
    "service/context.py": "makes them, and answers nothing",
    "service/tables/free_games.py": "each use case calls require_open",
    "service/tables/kind.py": "evidence that no play is left, told to judges alone",
    "service/judging/missing_lists.py": "names of lists, and which of a few new words they lack",
    "service/judging/queue.py": "what the list says of a challenged word, for judges alone",
    "service/judging/rulings.py": "each use case asks the door",
    "service/tables/practice.py": "each use case calls require_practice",
    "service/judging/kiosk.py": "chooses the lists of a desk that asks the door",
    "service/judging/word_lists.py": "chosen by directors; who rules with them asks the door",
    "web/api/library.py": "names and sizes of lists, none of their words",
    "web/pages/judge/kiosk.py": "names of lists; its routes are behind the door",
    "web/pages/play/daily_puzzle.py": "calls require_no_round",
    "web/pages/play/annotating.py": "its routes call require_no_round",
    "web/pages/play/analysis.py": "each route calls require_no_round",
    "web/pages/table/board_photo.py": "words order the letters of a blank only while no round runs",
    "web/pages/papers.py": "names of lists",
    "web/http/app.py": "asks only whether there is a judge",
}
"""Every file of service/ and web/ that gets hold of a list, and why nobody is answered from it in a round."""


def _gets_hold_of_a_list(tree: ast.AST) -> bool:
    return any(
        (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wordwaiter.engine"))
        or (isinstance(node, ast.Attribute) and node.attr in LISTS)
        for node in ast.walk(tree)
    )


@pytest.mark.long
def test_every_file_that_gets_hold_of_a_word_list_is_decided_on() -> None:
    files = [*SOURCES.glob("service/**/*.py"), *SOURCES.glob("web/**/*.py")]
    found = {
        str(file.relative_to(SOURCES)) for file in files if _gets_hold_of_a_list(ast.parse(file.read_text()))
    }
    assert found - DECIDED.keys() == set(), (
        "decide who may use it while a round runs, then write it down here"
    )
    assert "service/judging/rulings.py" in found


# ---------------------------------------------------------------- every route


@dataclass
class Watched:
    """Whatever could answer from a list, and whether it was asked."""

    asked: list[str] = field(default_factory=list)

    def watching(self, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(answer)
        def asked(*arguments: Any, **named: Any) -> Any:
            self.asked.append(name)
            return answer(*arguments, **named)

        return asked


_ANSWERING: Final = (
    (Judge, "rule"),
    (Lexicon, "__contains__"),
    (Lexicon, "contains_each"),
    (Lexicon, "words"),
    (Lexicon, "_ask"),
    (Engine, "exists_play"),
    (Position, "plays"),
    (Position, "best"),
    (Position, "exists_play"),
    (HarePuzzle, "is_good"),
)


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    watched = Watched()
    with pytest.MonkeyPatch.context() as patch:
        for kind, name in _ANSWERING:
            patch.setattr(kind, name, watched.watching(f"{kind.__name__}.{name}", getattr(kind, name)))
        yield watched


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "words.db", ContextParts(judge=Judge((open_lexicon("enable"),)))) as context:
        begin_cup(context)
        context.rng = random.Random(SEED)
        yield context


SEED: Final = 2
"""With it the computer has the first turn in the second game that is begun."""


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Any]]:
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with TestClient(create_app(context, limits=often)) as client:
        yield client


def at_play(context: Context, token: str) -> tuple[str, str, str]:
    """The token of a device that plays, its free game against the computer, its finished practice board."""
    game = begin_game(context, token, Wish("club", ("Sam",), Strength.GENTLE))
    wish = PracticeRequest(starting_word="GLOW", minutes=None)
    practice = begin_practice(context, game.token, wish)
    execute(context, OWNER, BOARDS, practice.stream, SignalEnd("Sam"))
    return practice.token, game.stream, practice.stream


def start_other_round(context: Context) -> None:
    """A round of another tournament, in which nobody of the first plays."""
    other = begin_cup(context)
    execute(context, OWNER, TOURNAMENTS, other, c.StartRound("Cora", "A"))


@dataclass(frozen=True)
class Question:
    """A request that is answered from a word list while no round runs."""

    method: str
    path: str
    form: dict[str, str] | None = None
    sent: dict[str, object] | None = None
    files: dict[str, tuple[str, bytes, str]] | None = None

    def ask(self, client: TestClient[Any], token: str, free: str, practice: str) -> Any:
        client.cookies.clear()
        path = self.path.replace("{free}", free).replace("{practice}", practice)
        headers = bearer(token) if token else {}
        if self.sent is not None:
            return client.request(self.method, path, json=self.sent, headers=headers)
        return client.request(
            self.method, path, data=self.form, files=self.files, headers=headers, follow_redirects=False
        )


_GAME: Final = {"rulebook": "club", "opponent": "strong", "first": "Zoe"}

QUESTIONS: Final = (
    Question("POST", "/judge", form={"words": "quotes"}),
    Question("POST", "/api/v1/judge", sent={"words": "quotes"}),
    Question("POST", "/play", form=_GAME),
    Question("POST", "/tables/{free}", form={"do": "pass"}),
    Question("GET", "/practice/{practice}/result"),
    Question("GET", "/study?letters=AEINRST"),
    Question("GET", "/study?shortest=2&longest=2"),
    Question("GET", "/study/print?pattern=QU?*"),
    Question("POST", "/study/import", files={"file": ("list.txt", b"quotes\n", "text/plain")}),
)


@pytest.mark.long
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.method} {question.path}")
def test_it_answers_from_the_list_until_a_round_of_any_tournament_runs(
    context: Context, client: TestClient[Any], watched: Watched, question: Question
) -> None:
    token, *places = at_play(context, join(context, grant_of(Role.PLAYER))[0])
    everybody = {role: join(context, grant_of(role))[0] for role in ROLES}
    watched.asked.clear()
    assert question.ask(client, token, *places).status_code in (200, 303)
    assert watched.asked, "this route answers nothing from a list; take it out"
    start_other_round(context)
    judges = (Role.DIRECTOR, Role.JUDGE, Role.JUDGING_STATION)
    for role, held in [*everybody.items(), (Role.PUBLIC, ""), (Role.PLAYER, token)]:
        watched.asked.clear()
        answer = question.ask(client, held, *places)
        if role in judges and "judge" in question.path:
            assert answer.status_code == 200, role
            assert watched.asked, role
            continue
        assert watched.asked == [], role
        if question.method == "POST":  # a page may still show what it has from elsewhere
            assert answer.status_code in (401, 403, 409), role


def _addresses(path: str, *streams: str) -> set[str]:
    """The addresses of a route, for each of these streams."""
    return {_address(path, stream) for stream in streams}


def _address(path: str, stream: str) -> str:
    known = {"tournament": CUP, "stream": stream, "table": stream, "board": stream}
    return re.sub(r"\{(\w+):\w+\}", lambda found: known.get(found[1], "1"), path)


_FORM: Final = {
    **_GAME, "words": "quotes", "word": "quotes", "do": "pass", "play": "8D QUOTES", "name": "Zoe",
    "seat": "0",
    "starting": "QUOTES", "starting_word": "QUOTES", "surprise": "FAVORS", "minutes": "5", "division": "A",
}  # fmt: skip
"""Fields of all forms at once; a new one that needs others is not reached by this net, but by the first."""


@pytest.mark.long
def test_no_route_asks_a_list_for_anybody_who_judges_nothing_while_a_round_runs(
    context: Context, client: TestClient[Any], watched: Watched
) -> None:
    mine, free, practice = at_play(context, join(context, grant_of(Role.PLAYER))[0])
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
    other = begin_cup(context)
    callers = {
        "public": "",
        "player with a free game": mine,
        "scorekeeper": join(context, Grant(Role.SCOREKEEPER, CUP), grant_of(Role.TABLE_SCOREKEEPER))[0],
        "emcee and treasurer elsewhere": join(
            context, grant_of(Role.EMCEE, other), grant_of(Role.TREASURER, other)
        )[0],
    }
    told, asked = [], 0
    for method, path, _ in decided_routes(client.app):
        if path == GOES_ON or path.endswith(LEAVES):
            continue
        for word, token in callers.items():
            for address in _addresses(path, CUP, TABLE.replace("/", ":"), free, practice):
                client.cookies.clear()
                watched.asked.clear()
                headers = bearer(token) if token else {}
                form = None if method in ("GET", "HEAD") else _FORM
                client.request(method, address, data=form, headers=headers, follow_redirects=False)
                told += [(method, path, word, name) for name in watched.asked]
                asked += 1
    assert told == []
    assert asked > 500

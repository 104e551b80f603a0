"""A Bee for tests: two Hare teams, rounds that begin and close, and searches that are over at once."""

from typing import ClassVar

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, solve
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import HareRound
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format

DORA = director_of_everything("Dora", "laptop")
FEW = Lexicon.of_words("few", ["READ", "READS", "READER", "DARE", "AREA", "ERA", "DEER", "SEA"])
HARE = "Hare"


class Here:
    """A search that is over as soon as it is asked, in this process; a process takes a second to start."""

    made: ClassVar[list["Here"]] = []

    def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
        self.puzzle, self.seconds = puzzle, effort.seconds
        self.is_over, self.died, self.is_closed, self.is_hurried = True, False, False, False
        self.made.append(self)

    def hurry(self) -> None:
        self.is_hurried = True

    def stop(self) -> None:
        self.is_over = True

    def result(self) -> BestBoard:
        return solve(self.puzzle, Effort(steps=60))

    def close(self) -> None:
        self.is_closed = True


class Long(Here):
    """One that goes on until it is stopped."""

    def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
        super().__init__(puzzle, effort)
        self.is_over = False


def evening(context: Context) -> str:
    """A Bee with two Hare teams, whose first round has its word; its stream."""
    division = c.OpenDivision("", HARE, shipped_format("bee-hare"))
    bee = tournaments.begin_tournament(
        context, DORA, c.OpenTournament("", "Bee", names=PublicNames.FULL), [division]
    ).stream
    members = ("Ann", "Bo", "Cy", "Di")
    teams = tuple(single(Profile(name, members=members)) for name in ("Owls", "Foxes"))
    for command in (c.Register("", HARE, teams), c.CheckIn("", (1, 2))):
        execute(context, DORA, TOURNAMENTS, bee, command)
    return bee


def begin(context: Context, bee: str, number: int = 1, *, drawn: bool = True) -> None:
    execute(
        context,
        DORA,
        TOURNAMENTS,
        bee,
        c.AnnounceWords("", HARE, number, "read", without=tuple(AnnouncedKind)),
    )
    tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest(HARE, "Dora"))
    execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", HARE, draw_tiles=drawn))


def boards(context: Context, bee: str, number: int = 1) -> dict[str, str]:
    """The boards of a round by the names of their teams."""
    streams = (each for each in streams_of_tables(context, bee) if f"/1/{number}/" in each)
    return {built(context, stream).team: stream for stream in streams}


def built(context: Context, stream: str) -> HareRound:
    found = context.states.of(stream).state
    assert isinstance(found, HareRound)
    return found


def paint(context: Context, stream: str, *plays: str) -> None:
    """The Word Waiter enters a board: the starting word, and these plays."""
    board = built(context, stream).board
    for play in plays:
        board = board.with_tiles(parse_play(play, board).laid)
    execute(context, DORA, BOARDS, stream, h.PaintBoard("Walt", board))


def hand_in(context: Context, bee: str, number: int = 1) -> None:
    """Time is called, and all boards are handed in."""
    execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", HARE))
    hand_in_all(context, bee, number)


def hand_in_all(context: Context, bee: str, number: int = 1) -> None:
    """All boards are handed in as they were entered."""
    for stream in boards(context, bee, number).values():
        if not isinstance(built(context, stream).removed, RemovedTiles):
            execute(context, DORA, BOARDS, stream, h.TellUnplayed("", 100))
        execute(context, DORA, BOARDS, stream, h.SubmitBoard("", "Ann"))


def close(context: Context, bee: str, number: int = 1) -> None:
    hand_in(context, bee, number)
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))


def work(watch: BestBoardWatch) -> None:
    """Everything that can be done now is done."""
    steps = 0
    while watch.step():
        steps += 1
        assert steps < 100, "a search does not end, or a practice clock still runs"

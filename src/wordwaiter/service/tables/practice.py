"""Practising Hare: one builds a board against the clock, and then sees what the program found.

A practice board is a Hare round of no tournament, on the journal like any other. While a round of a
tournament is played here, and from when its words are known, nobody practises: the program would build their
board.
"""

import random
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.decide import fold
from wordwaiter.game.hare.facts import RoundOpened
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.hare.round import HareRound, RoundStage, loose_tiles, remaining_ms, tally_of
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import Tally
from wordwaiter.service.access.callers import Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.bee.best_boards import why_no_practice
from wordwaiter.service.bee.solver_process import puzzle_of
from wordwaiter.service.execute import execute, open_stream
from wordwaiter.service.stream_kind import NO_META, CommandMeta, NewStream
from wordwaiter.service.tables.free_table_expiry import require_room
from wordwaiter.service.tables.kind import BOARDS, PRACTICE_GRACE_MS, require_practice
from wordwaiter.service.tables.stream_names import PRACTICE, is_practice, next_free_name
from wordwaiter.service.tables.views import look_at_board

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

RULEBOOK: Final = "bee-hare"
LONGEST_NAME: Final = 40
UNNAMED: Final = "You"
"""The name of a person who gave none; pages say it in their reader's language."""

LONGEST_MINUTES: Final = 60

STARTING_WORDS: Final = (
    "ALPHABET", "AUTHOR", "CHAPTER", "FICTION", "GRAMMAR", "LEARN", "LETTERS", "LIBRARY", "LITERACY", "NOVEL",
    "PENCIL", "POETRY", "READ", "READERS", "SENTENCE", "SPELL", "STORIES", "TEACHER", "VOLUME", "WRITER",
)  # fmt: skip
"""One of these is drawn for whoever names none."""

_PROGRAM: Final = director_of_everything("wordwaiter")


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """The board that somebody wants to build."""

    name: str = ""
    starting_word: str = ""
    surprise_word: str = ""
    sponsors: tuple[str, ...] = ()
    minutes: int | None = 20
    """`None` for no limit."""
    removed: int = 0
    """Tiles taken out at random: as many as in one of the rounds."""


@dataclass(frozen=True, slots=True)
class PracticeBegun:
    """A board that can be built: its stream, and the token of the device that builds it."""

    stream: str
    token: str


@dataclass(frozen=True, slots=True)
class BadWord:
    """A word that the list does not have, with what it brought on the board."""

    word: str
    points: int


@dataclass(frozen=True, slots=True)
class PracticeScene:
    """A practice board as somebody has it before them."""

    stream: str
    version: int
    now_ms: int
    built: HareRound
    """With the best board, once it is known and may be seen."""
    tally: Tally
    left_ms: int | None
    loose: Rack
    builds: bool
    """Whether the caller builds it, and may go on."""
    is_over: bool
    bad: tuple[BadWord, ...]
    """Told when it is over."""
    closed_for: str | None
    """The tournament for which nobody may practise now."""

    @property
    def points(self) -> int:
        """The points that count: the board without the words that a judge would strike."""
        return self.tally.total - sum(each.points for each in self.bad)


def tiles_taken_out(rules: Rulebook) -> tuple[int, ...]:
    """Returns how many tiles may be taken out: as many as in one of the rounds, the fewest first."""
    return tuple(sorted(set(rules.building.tiles_removed)))


def begin_practice(
    context: "Context", token: str, wish: PracticeRequest, address: str = "", meta: CommandMeta = NO_META
) -> PracticeBegun:
    """A board as wished; the device that asked for it builds it."""
    require_practice(context)
    opened = _opened(context, wish)
    new = NewStream(
        kind=BOARDS,
        facts=(opened,),
        state=fold(context.rulebooks(RULEBOOK), (opened,)),
        now_ms=opened.at_ms,
        name=partial(next_free_name, context, PRACTICE),
        require=partial(require_room, context),
    )
    stream = open_stream(context, _PROGRAM, new, meta).stream
    grants = [Grant(Role.TABLE_SCOREKEEPER, stream)]
    code = context.devices.invite(_PROGRAM, grants, name=opened.team).secret
    return PracticeBegun(stream, context.devices.join(code, Joining(address=address, token=token)).token)


def _opened(context: "Context", wish: PracticeRequest) -> RoundOpened:
    rules = context.rulebooks(RULEBOOK)
    name = " ".join(wish.name.split()) or UNNAMED
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise MalformedError("bad-name", f"choose another name of at most {LONGEST_NAME} letters")
    if wish.minutes is not None and not 1 <= wish.minutes <= LONGEST_MINUTES:
        raise MalformedError("bad-time", f"choose 1 to {LONGEST_MINUTES} minutes, or no clock")
    if wish.removed not in rules.building.tiles_removed:
        counts = ", ".join(map(str, tiles_taken_out(rules)))
        raise MalformedError("bad-removed", f"take out as many tiles as in one round: {counts}")
    words = announce(
        rules.table.tile_set,
        wish.starting_word.strip() or drawn_word(context.rng),
        wish.surprise_word.strip() or None,
        wish.sponsors,
    )
    number = rules.building.tiles_removed.index(wish.removed) + 1
    opening = h.OpenRound(_PROGRAM.name, name, number, TableKind.VIRTUAL, words)
    (fact,) = open_round(rules, opening, context.watch(), context.rng)
    return replace(fact, length_ms=None if wish.minutes is None else wish.minutes * 60_000)


def drawn_word(rng: random.Random) -> str:
    """A starting word by chance."""
    return rng.choice(STARTING_WORDS)


# ---------------------------------------------------------------- building


def practice_scene(context: "Context", caller: Caller, stream: str) -> PracticeScene:
    """A practice board as the caller has it before them; anybody may look."""
    if not is_practice(stream) or not context.states.knows(stream):
        raise MalformedError("no-such-board", "this practice board no longer exists; start a new one")
    seen = look_at_board(context, caller, stream)
    built, closed_for = seen.board, why_no_practice(context)
    is_over = built.stage is not RoundStage.BUILDING
    tally, loose = tally_of(built), loose_tiles(built)
    return PracticeScene(
        stream=stream,
        version=seen.version,
        now_ms=seen.now_ms,
        built=built,
        tally=tally,
        left_ms=None if is_over else remaining_ms(built, seen.now_ms),
        loose=loose if isinstance(loose, Rack) else Rack(()),
        builds=not is_over and closed_for is None and caller.holds(stream, Role.TABLE_SCOREKEEPER),
        is_over=is_over,
        bad=_bad_words(context, built, tally) if is_over and closed_for is None else (),
        closed_for=closed_for,
    )


def _bad_words(context: "Context", built: HareRound, tally: Tally) -> tuple[BadWord, ...]:
    if context.judge is None:
        return ()
    puzzle = puzzle_of(built, context.judge.lexicons)
    return tuple(BadWord(each.word, each.points) for each in tally.words if not puzzle.is_good(each.word))


def end_when_time_is_up(context: "Context", stream: str, built: HareRound) -> None:
    """End a practice board whose clock has run out, whether or not anybody looks."""
    left_ms = remaining_ms(built, max(context.watch(), built.at_ms))
    if built.stage is RoundStage.BUILDING and left_ms is not None and left_ms < -PRACTICE_GRACE_MS:
        end = h.SignalEnd(_PROGRAM.name)
        execute(context, _PROGRAM, BOARDS, stream, end, CommandMeta(key=f"time {stream}"))

"""The start: a tournament from three answers, an example to try, and who directs a house that is new."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rulebooks.reading import rulebooks_based_on
from wordwaiter.rules.rulebooks.variants import Variant
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.stream_names import EXAMPLE
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames, ages_of_text
from wordwaiter.tournament.entrants.names import is_readable
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import shipped_format, shipped_formats
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

BEE: Final = "bee"
_BEE_DIVISIONS: Final = {"Hare": "bee-hare", "Tortoise": "bee-tortoise"}
LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers for a new tournament: what is played, its name, when, where, and how many boards there are.

    Where it has more divisions than one, each is a line of its own: `65-74`, or `Masters, 65-74`.
    """

    format: str
    name: str
    date: str = ""
    venue: str = ""
    sets: int = 0
    divisions: tuple[str, ...] = ()
    names: PublicNames = PublicNames.INITIALS
    letters: str = ""
    """The tile set, if not that of the rules."""
    rules: str = ""
    """The rulebook of the tables, where the format leaves a choice of it."""


@dataclass(frozen=True, slots=True)
class Known:
    """A tournament that is here already."""

    stream: str
    name: str
    is_example: bool


def rules_to_choose(played: Format) -> tuple[str, ...]:
    """The rulebooks by which a format may be played, its own first. A document leaves no choice."""
    return (played.rulebook, *rulebooks_based_on(played.rulebook))


def kinds_of_tournament() -> tuple[tuple[str, str], ...]:
    """Returns the kinds of tournament by name and title; the two divisions of a Bee are one event."""
    single = [name for name in shipped_formats() if name not in _BEE_DIVISIONS.values()]
    titles = {name: shipped_format(name).title for name in single}
    titles[BEE] = shipped_format(_BEE_DIVISIONS["Hare"]).title.partition(",")[0]
    return tuple(sorted(titles.items(), key=lambda each: each[1]))


def make_tournament(context: "Context", caller: Caller, answers: Answers, meta: CommandMeta = NO_META) -> str:
    """A new tournament with its divisions; its stream."""
    name = " ".join(answers.name.split())
    is_short = 0 < len(name) <= LONGEST and len(answers.venue) <= LONGEST
    if not (is_short and is_readable(name) and is_readable(answers.venue)):
        raise MalformedError("bad-name", f"enter a tournament name of at most {LONGEST} letters")
    if answers.format not in dict(kinds_of_tournament()):
        raise MalformedError("nothing-chosen", "choose a format")
    divisions = _divisions(answers)
    opening = c.OpenTournament("", name, answers.date, answers.venue, answers.sets, names=answers.names)
    return begin_tournament(context, caller, opening, divisions, meta).stream


def _divisions(answers: Answers) -> list[c.OpenDivision]:
    if answers.format != BEE:
        format_of_all = shipped_format(answers.format)
        rulebook = rulebook_for(format_of_all, answers.rules, answers.letters)
        lines = [each for line in answers.divisions or ("Open",) for each in _apart(line)]
        return [_division(line, format_of_all, rulebook) for line in lines]
    if answers.letters:
        raise MalformedError(
            "letters-known", "a Bee is played with English tiles; leave the letters as they are"
        )
    if answers.divisions:
        raise MalformedError("divisions-known", "a Bee already has its two divisions; leave this field empty")
    return [c.OpenDivision("", title, shipped_format(each)) for title, each in _BEE_DIVISIONS.items()]


def rulebook_for(played: Format, rules: str, letters: str = "") -> str:
    """The rulebook that was chosen for a format, with other tiles; empty for its own.

    A page asks for the rules of clubs whatever is played: where nothing is to be chosen, they mean nothing.
    """
    known = rules_to_choose(played)
    if rules and len(known) > 1 and rules not in known:
        raise MalformedError("no-such-rulebook", f"there is no rulebook {rules!r}", name=rules)
    base = rules if rules in known else played.rulebook
    if letters:
        return Variant(base, letters=shipped_tile_set(letters).name).name
    return "" if base == played.rulebook else base


def _apart(line: str) -> list[str]:
    """Several bands of ages on one line, `55-64, 65-74`, are so many divisions: none is the other's name."""
    parts = [part.strip() for part in re.split("[,;]", line)]
    return parts if all(ages_of_text("", part) for part in parts) else [line]


def _division(line: str, played: Format, rulebook: str) -> c.OpenDivision:
    name, comma, ages = (part.strip() for part in line.rpartition(","))
    # Without a comma all of it is the name, which may be a band of ages by itself.
    named = name if comma else ages
    return c.OpenDivision("", named, played, rulebook, ages=ages_of_text(ages if comma else "", named))


def open_example(context: "Context", caller: Caller, wanted: Example) -> str:
    """The example of that event: the one that is here, or a new one; its stream."""
    here = (each.stream for each in known_tournaments(context) if each.is_example)
    found = next((stream for stream in here if _plays(snapshot_of(context, stream).tournament, wanted)), None)
    if found is not None:
        return found
    made = make_example(context, caller, wanted)
    # As a round that is started here does: without its tables there is nothing to score or to judge.
    for division in made.state.divisions:
        open_tables_of_round(context, caller, made.stream, division)
    return made.stream


def _plays(tournament: Tournament, wanted: Example) -> bool:
    """Checks whether it is played by the rules of that event, some of which come in two divisions."""
    books = [division.rulebook for division in tournament.divisions.values()]
    return any(book == wanted.value or book.startswith(f"{wanted.value}-") for book in books)


def known_tournaments(context: "Context") -> tuple[Known, ...]:
    """The tournaments that are here, the newest first."""
    ended = context.devices.ended()
    return tuple(
        Known(stream, snapshot_of(context, stream).tournament.name, stream.startswith(f"{EXAMPLE}-"))
        for stream in reversed(streams_in(context))
        if stream not in ended
    )

"""A rulebook as somebody wants it for one game: with another clock, other word lists, or other tiles.

A variant has a name from which it can be made again, so that a journal needs no more than the name:
`club@15+5/1~house%spanish` is `club` with 15 minutes a side, 5 seconds more for each turn, a loss after 1
minute of overtime, the word list `house` and Spanish tiles. `club@0` is not timed.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rulebooks.changing import with_setting
from wordwaiter.rules.rulebooks.choices import Milliseconds, SideBudget, TurnEnd
from wordwaiter.rules.rulebooks.rulebook import Rulebook

_MINUTE_MS: Final = 60_000
_NAME: Final = re.compile(
    r"(?P<base>[a-z0-9-]{1,60})"
    r"(?:@(?P<minutes>[0-9]{1,2})(?:\+(?P<seconds>[0-9]{1,2}))?(?:/(?P<over>[0-9]{1,2}))?)?"
    r"(?:~(?P<lists>[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3}))?"
    r"(?:%(?P<letters>[a-z-]{1,40}))?"
)
_WANTED: Final = "Chosen for this game."


@dataclass(frozen=True, slots=True)
class ClockWish:
    """The time that each side has; 0 minutes for a game that is not timed."""

    minutes: int
    increment_seconds: int = 0
    most_overtime_minutes: int | None = None
    """After so many minutes of overtime the game is lost; without it, overtime costs points alone."""

    @property
    def text(self) -> str:
        increment = f"+{self.increment_seconds}" if self.increment_seconds else ""
        over = "" if self.most_overtime_minutes is None else f"/{self.most_overtime_minutes}"
        return f"@{self.minutes}{increment}{over}"


@dataclass(frozen=True, slots=True)
class Variant:
    """A rulebook, and what is different."""

    base: str
    clock: ClockWish | None = None
    lists: tuple[str, ...] = ()
    letters: str | None = None

    @property
    def name(self) -> str:
        lists = f"~{'.'.join(self.lists)}" if self.lists else ""
        letters = f"%{self.letters}" if self.letters else ""
        return f"{self.base}{self.clock.text if self.clock else ''}{lists}{letters}"


def parse_variant(name: str) -> Variant:
    """The variant of that name; a rulebook's own name is one without changes."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise MalformedError("no-such-rulebook", f"there is no rulebook {name!r}", name=name)
    clock = None
    if found["minutes"] is not None:
        over = None if found["over"] is None else int(found["over"])
        clock = ClockWish(int(found["minutes"]), int(found["seconds"] or 0), over)
    lists = tuple(found["lists"].split(".")) if found["lists"] else ()
    return Variant(found["base"], clock, lists, found["letters"])


def lists_of(name: str) -> tuple[str, ...]:
    """The word lists that the name of a variant says; none where those of the house are meant."""
    return parse_variant(name).lists if "~" in name else ()


def varied(rulebook: Rulebook, variant: Variant) -> Rulebook:
    """The rulebook with what is different, under the variant's name."""
    if variant.letters is not None:
        tiles = shipped_tile_set(variant.letters)
        rulebook = with_setting(rulebook, "table.tile_set", tiles, choice=_WANTED)
    if variant.lists:
        rulebook = with_setting(rulebook, "words.lists", variant.lists, choice=_WANTED)
    if variant.clock is not None:
        rulebook = _with_clock(rulebook, variant.clock)
    return replace(rulebook, name=variant.name)


def _with_clock(rulebook: Rulebook, wish: ClockWish) -> Rulebook:
    game = rulebook.clock.game
    if not isinstance(game, SideBudget):
        raise IllegalError(
            "clock-fixed",
            f"{rulebook.name} has its own clock; choose the clock of the rules",
            clause=rulebook.clause_of("clock.game"),
            rules=rulebook.name,
        )
    changes: dict[str, object] = {
        "clock.increment": Milliseconds(1000 * wish.increment_seconds) if wish.increment_seconds else None,
        "clock.most_overtime": None,
        "clock.overtime_margin": None,
        "clock.game": SideBudget(Milliseconds(_MINUTE_MS * wish.minutes), game.points_per_minute_over),
    }
    if not wish.minutes:
        changes = {
            "clock.increment": None,
            "clock.most_overtime": None,
            "clock.overtime_margin": None,
            "clock.most_overtime_points": None,
            "turns.ended_by": TurnEnd.ANNOUNCEMENT,
            "clock.game": None,
        }
    elif wish.most_overtime_minutes is not None:
        # A loss after no overtime at all comes with its first second.
        changes["clock.most_overtime"] = Milliseconds(max(1000, _MINUTE_MS * wish.most_overtime_minutes))
    for key, value in changes.items():
        rulebook = with_setting(rulebook, key, value, choice=_WANTED)
    return rulebook

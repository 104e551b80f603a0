"""Table scripts: one table, told line by line, as values.

    rulebook  androscoggin
    sides     Page Turners | Ampersands
    0:00   Page Turners: draws E
    0:00   Ampersands: draws K
           expect turn Page Turners

docs/development/table-scripts.md has the whole language. Plays stay text here: only the board of that
moment reads them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.notation.script_expectations import Expectation, parse_expectation
from wordwaiter.notation.script_words import OFFICIAL_WORDS, OFFICIALS, SEAT_WORDS
from wordwaiter.notation.watch import TIME, parse_time

LONGEST_SCRIPT: Final = 1_000_000
"""Characters that a script may have."""

_SETTINGS: Final = (
    "rulebook", "sides", "side", "seats", "start", "surprise", "sponsor", "list", "kind", "position", "room",
    "budget",
)  # fmt: skip
_MAY_REPEAT: Final = ("sponsor", "list")


@dataclass(frozen=True, slots=True)
class ScriptOpening:
    """How the table of a script is set up."""

    rulebook: str = ""
    sides: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    start: str | None = None
    surprise: str | None = None
    sponsors: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    kind: TableKind = TableKind.PHYSICAL
    seed: int = 0
    position: str | None = None
    """A position in CGP."""
    position_line: int = 0
    """The line that it stands on."""
    room_ms: int | None = None
    side_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An act of somebody: `Page Turners: plays 8D RETINA`."""

    line: int
    at_ms: int | None
    """On the table's watch; nothing for the same moment as the line above."""
    who: str
    verb: str
    rest: str


@dataclass(frozen=True, slots=True)
class Expected:
    """Something that must hold after the line above."""

    line: int
    at_ms: int | None
    expectation: Expectation


ScriptLine = Entry | Expected


@dataclass(frozen=True, slots=True)
class Script:
    """One table, told line by line."""

    path: Path
    opening: ScriptOpening
    lines: tuple[ScriptLine, ...]


def parse_script(text: str, path: Path | str) -> Script:
    """The script that a text holds; `path` is for the errors, which name the line."""
    if len(text) > LONGEST_SCRIPT:
        raise MalformedFileError("long-script", path, f"a script has at most {LONGEST_SCRIPT:,} characters")
    opening = ScriptOpening()
    given: set[str] = set()
    lines: list[ScriptLine] = []
    for number, line in _numbered_lines(text):
        try:
            setting, _, value = line.partition(" ")
            if not lines and setting in _SETTINGS:
                if setting in given and setting not in _MAY_REPEAT:
                    raise MalformedError("bad-script", f"{setting!r} is set twice")
                given.add(setting)
                opening = _with_setting(opening, setting, value.strip(), number)
            else:
                lines.append(_parse_line(line, number))
        except MalformedError as error:
            raise MalformedFileError(error.code, path, str(error), line=number) from error
    _require_complete(opening, path)
    return Script(Path(path), opening, tuple(lines))


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that tell something, without comments, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if told:
            yield number, " ".join(told.split())


def _with_setting(opening: ScriptOpening, setting: str, value: str, line: int) -> ScriptOpening:
    if not value:
        raise MalformedError("bad-script", f"{setting!r} needs a value")
    match setting:
        case "rulebook":
            return replace(opening, rulebook=value)
        case "sides" | "side":
            return replace(opening, sides=_names(value))
        case "seats":
            return replace(opening, seats=_names(value))
        case "start":
            return replace(opening, start=value)
        case "surprise":
            return replace(opening, surprise=value)
        case "sponsor":
            return replace(opening, sponsors=(*opening.sponsors, value))
        case "list":
            return replace(opening, lists=(*opening.lists, value))
        case "position":
            return replace(opening, position=value, position_line=line)
        case "room":
            return replace(opening, room_ms=parse_time(value))
        case "budget":
            return replace(opening, side_ms=parse_time(value))
        case _:
            return _with_kind(opening, value)


def _with_kind(opening: ScriptOpening, value: str) -> ScriptOpening:
    match value.split():
        case ["physical"]:
            return replace(opening, kind=TableKind.PHYSICAL)
        case ["virtual", seed] if re.fullmatch(r"[0-9]{1,18}", seed):
            return replace(opening, kind=TableKind.VIRTUAL, seed=int(seed))
        case _:
            raise MalformedError(
                "bad-script", f"a table's kind is `physical` or `virtual SEED`, not {value!r}"
            )


def _names(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split("|"))
    for name in names:
        if name in OFFICIALS or ":" in name:
            raise MalformedError("bad-name", f"a script cannot have a player called {name!r}")
    return names


def _parse_line(line: str, number: int) -> ScriptLine:
    at_ms = None
    if found := re.match(rf"({TIME})(?:\s+|$)", line):
        at_ms = parse_time(found[1])
        line = line[found.end() :]
    if line.startswith("expect "):
        return Expected(number, at_ms, parse_expectation(line.removeprefix("expect ").strip()))
    who, colon, said = line.partition(":")
    if not colon:
        raise MalformedError(
            "bad-script", f"{quoted(line)} says nothing; write who and what, such as `Ann: plays 8D RETINA`"
        )
    who, said = who.strip(), said.strip()
    known = OFFICIAL_WORDS.get(who, SEAT_WORDS)
    for verb in known:
        if said == verb or said.startswith(f"{verb} "):
            return Entry(number, at_ms, who, verb, said.removeprefix(verb).strip())
    raise MalformedError("bad-script", f"{who} cannot do {quoted(said)}; choose from: {', '.join(known)}")


def _require_complete(opening: ScriptOpening, path: Path | str) -> None:
    if not opening.rulebook:
        raise MalformedFileError("bad-script", path, "the script has no rulebook; start with `rulebook NAME`")
    if not opening.sides:
        raise MalformedFileError("bad-script", path, "the script has no players; write `sides ANN | BEN`")


def is_no_play(reason: str) -> bool:
    """Checks whether an official who ends a game with this reason says that no play is left."""
    return reason.lower().startswith(("no play", "no-play"))

"""Files of settings read topic by topic: every fault is noted with its line, code and reason.

A rulebook's file and a tournament format's file have the same shape: a head, and tables of settings, each
with the clause it comes from. What is particular to each is in the reader of its own.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, Protocol, TypeVar, get_type_hints

from wordwaiter.foreign_toml import toml_values
from wordwaiter.rules.rulebooks.rulebook import Origin
from wordwaiter.rules.rulebooks.setting_values import WrongValueError, read_setting

T = TypeVar("T")

_LEFT_OUT: Final = Origin((), choice="Left as usual.")
"""Of a setting that a file of an earlier version does not have."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong in a file of settings."""

    line: int
    code: str
    reason: str


class Base(Protocol):
    """The base of a file, which gives the settings that the file leaves out."""

    @property
    def origins(self) -> Mapping[str, Origin]: ...

    def setting(self, key: str) -> object: ...


def parse_toml(text: str) -> Mapping[str, Any] | Fault:
    """The values of a TOML text, or why it is none."""
    try:
        return toml_values(text)
    except ValueError as error:
        return _syntax_fault(error, text)


def _syntax_fault(error: ValueError, text: str) -> Fault:
    at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
    line = int(at[1]) if at and at[1] else text.rstrip().count("\n") + 1
    reason = str(error)[: at.start()] if at else str(error)
    return Fault(line, "not-toml", f"this is not TOML: {reason[:1].lower()}{reason[1:]}")


class TopicReader:
    """Reads one file; collects faults instead of stopping at the first."""

    def __init__(self, table: Mapping[str, Any], lines: Mapping[tuple[str, ...], int]) -> None:
        self.table = table
        self.lines = lines
        self.faults: list[Fault] = []

    def refuse(self, path: tuple[str, ...], code: str, reason: str) -> None:
        """Note a fault at `path`, or at the nearest key above it that has a line."""
        while path and path not in self.lines:
            path = path[:-1]
        self.faults.append(Fault(self.lines.get(path, 1), code, reason))

    def text(self, key: str) -> str:
        """The text of a key at the head of the file; empty, and a fault, if there is none."""
        match self.table.get(key):
            case str(text) if text.strip():
                return text
            case None:
                self.refuse((), "missing-setting", f"{key!r} is missing at the head of the file")
            case _:
                self.refuse((key,), "wrong-type", f"{key} must be a non-empty text")
        return ""

    def name(self) -> str:
        """The name at the head of the file, in small letters."""
        name = self.text("name")
        if name and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            self.refuse(("name",), "bad-name", "a name has small letters, digits and hyphens: our-club-2")
        return name

    def topic(self, name: str, kind: type[T], base: Base | None, origins: dict[str, Origin]) -> T | None:
        """One topic of the file, completed from `base`; where its settings come from goes to `origins`."""
        given = self.table.get(name, {})
        if not isinstance(given, dict):
            self.refuse((name,), "wrong-type", f"{name} must be a table of settings: [{name}]")
            return None
        declared = fields(kind)  # type: ignore[arg-type]  # a topic is a dataclass
        known = [each.name for each in declared]
        defaults = {each.name: each.default for each in declared if each.default is not MISSING}
        for key in given.keys() - set(known):
            self.refuse((name, key), "unknown-setting", f"[{name}] has no setting {key!r}")
        hints = get_type_hints(kind, include_extras=True)
        values: dict[str, object] = {}
        missing: list[str] = []
        for key in known:
            full = f"{name}.{key}"
            if key in given:
                try:
                    values[key], origins[full] = read_setting(hints[key], given[key])
                except WrongValueError as wrong:
                    self.refuse((name, key), wrong.code, f"{full}: {wrong.reason}")
            elif base is not None:
                values[key], origins[full] = base.setting(full), base.origins[full]
            elif key in defaults:
                values[key], origins[full] = defaults[key], _LEFT_OUT
            else:
                missing.append(key)
        if missing:
            self.refuse((name,), "missing-setting", f"[{name}] lacks {', '.join(missing)}")
        return kind(**values) if len(values) == len(known) else None

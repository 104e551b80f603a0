"""Plans read from an event's file: every fault with its line and what to write instead."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from importlib import resources
from pathlib import Path
from types import NoneType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from wordwaiter.errors import MalformedError, MalformedFileError, WordwaiterError
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.reading import read_rulebook_text
from wordwaiter.rules.rulebooks.rulebook import Setting
from wordwaiter.rules.rulebooks.setting_values import WrongValueError
from wordwaiter.rules.rulebooks.toml_lines import key_lines
from wordwaiter.rules.rulebooks.topic_reading import Fault, TopicReader, parse_toml
from wordwaiter.tournament.formats.reading import read_format
from wordwaiter.tournament.rehearsal import plan as p

T = TypeVar("T")

_TIME: Final = re.compile(r"(\d{1,4}):([0-5]\d)", re.ASCII)
_DOLLARS: Final = re.compile(r"\$?(\d{1,7})(?:\.(\d\d))?", re.ASCII)
_HEADER: Final = re.compile(r"[ \t]*\[\[[ \t]*([a-z_]+)[ \t]*\]\]")
_MOST_ON_AVERAGE: Final = 10_000
_MOST_SPREAD: Final = 3


def shipped_events() -> tuple[str, ...]:
    """The names of the events that come with the package, one for each of the five."""
    folder = resources.files(__package__) / "events"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


def event_text(name_or_path: str) -> str:
    """The text of the file at that path, or of the shipped event of that name."""
    path = Path(name_or_path)
    if name_or_path in shipped_events():
        return (resources.files(__package__) / "events" / f"{name_or_path}.toml").read_text("utf-8")
    if not (path.suffix or path.exists()):
        raise MalformedError(
            "no-such-event",
            f"there is no event {name_or_path!r}; give the path of your own file, or "
            f"{', '.join(shipped_events())}",
        )
    return read_rulebook_text(path)


def read_plan(name_or_path: str) -> p.Plan:
    """The plan in the file at that path, or the shipped one of that name."""
    shipped = name_or_path in shipped_events()
    return parse_plan(event_text(name_or_path), Path(f"{name_or_path}.toml" if shipped else name_or_path))


def parse_plan(text: str, path: Path) -> p.Plan:
    """The plan in the text of a file at `path`; its first fault is raised."""
    plan, faults = examine_plan(text, path.parent)
    if plan is None:
        raise MalformedFileError(faults[0].code, path, faults[0].reason, line=faults[0].line)
    return plan


def examine_plan(text: str, folder: Path) -> tuple[p.Plan | None, tuple[Fault, ...]]:
    """The plan in a file's text, or none and every fault that was found, in the order of lines."""
    table = parse_toml(text)
    if isinstance(table, Fault):
        return None, (table,)
    reader = _Reader(table, text, folder)
    plan = reader.read()
    return plan, tuple(sorted(reader.faults))


class _Reader(TopicReader):
    """Reads one plan."""

    def __init__(self, table: Mapping[str, Any], text: str, folder: Path) -> None:
        super().__init__(table, _lines_with_numbers(text))
        self._folder = folder

    def read(self) -> p.Plan | None:
        known = {"name", *p.TABLES, *p.LISTS}
        for key in self.table.keys() - known:
            self.refuse(
                (key,), "unknown-setting", f"unknown setting {key!r}; there are: {', '.join(sorted(known))}"
            )
        name = self.text("name")
        divisions = self._several("division", p.PlannedDivision)
        breaks = self._several("break", p.Break)
        parts: dict[str, Any] = {
            key: self._table((key,), self.table.get(key, {}), kind) for key, kind in p.TABLES.items()
        }
        if not self.table.get("division"):
            self.refuse((), "missing-setting", "say who is expected: a [[division]] is missing")
        if not self.faults:
            divisions = tuple(self._checked(index, each) for index, each in enumerate(divisions))
            self._check_names(divisions)
        if self.faults:
            return None
        return p.Plan(name, divisions, breaks, **parts)

    def _several(self, key: str, kind: type[T]) -> tuple[T, ...]:
        given = self.table.get(key, [])
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            self.refuse((key,), "wrong-type", f"write it as a table of its own: [[{key}]]")
            return ()
        found = (self._table((key, str(index)), each, kind) for index, each in enumerate(given))
        return tuple(each for each in found if each is not None)

    def _table(self, path: tuple[str, ...], given: object, kind: type[T]) -> T | None:
        where = f"[{path[0]}]" if len(path) == 1 else f"[[{path[0]}]] {int(path[1]) + 1}"
        if not isinstance(given, dict):
            self.refuse(path, "wrong-type", f"{where} must be a table of settings")
            return None
        hints = get_type_hints(kind, include_extras=True)
        for key in given.keys() - hints.keys():
            known = ", ".join(hints)
            self.refuse((*path, key), "unknown-setting", f"{where} has no {key!r}; there are: {known}")
        values: dict[str, object] = {}
        for key, hint in hints.items():
            if key not in given:
                continue
            try:
                values[key] = _value(hint, given[key])
            except WrongValueError as wrong:
                self.refuse((*path, key), wrong.code, f"{where} {key}: {wrong.reason}")
        required = {each.name for each in fields(kind) if each.default is MISSING}  # type: ignore[arg-type]
        if missing := sorted(required - given.keys()):
            self.refuse(path, "missing-setting", f"{where} lacks {', '.join(missing)}")
        return None if required - values.keys() else kind(**values)

    def _checked(self, index: int, division: p.PlannedDivision) -> p.PlannedDivision:
        """The division with its format's path told from the file's own folder; refuses one that is none."""
        name = division.format
        if name.endswith(".toml"):
            name = str(self._folder / name)
        try:
            read_format(name)
        except (WordwaiterError, OSError) as error:
            self.refuse(
                ("division", str(index), "format"), "bad-format", f"[[division]] {index + 1} format: {error}"
            )
        return replace(division, format=name)

    def _check_names(self, divisions: Sequence[p.PlannedDivision]) -> None:
        names = [each.name for each in divisions]
        for index, name in enumerate(names):
            if name in names[:index]:
                self.refuse(("division", str(index)), "same-name", f"two divisions are called {name!r}")


def _lines_with_numbers(text: str) -> dict[tuple[str, ...], int]:
    """The line of every key; those in the second `[[division]]` are found under `("division", "1")`."""
    lines = dict(key_lines(text))
    seen: dict[str, int] = {}
    path: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            name = header[1]
            path = (name, str(seen.get(name, 0)))
            seen[name] = seen.get(name, 0) + 1
            lines[path] = number
        elif line.lstrip().startswith("["):
            path = ()
        elif path and (key := re.match(r"[ \t]*([a-z_]+)[ \t]*=", line)):
            lines.setdefault((*path, key[1]), number)
    return lines


# ---------------------------------------------------------------- values


def _value(hint: Any, given: object) -> object:
    """Returns the value in a file as its key's type."""
    kind, setting = get_args(hint)
    options = (
        [each for each in get_args(kind) if each is not NoneType] if type(None) in get_args(kind) else [kind]
    )
    (kind,) = options
    if get_origin(kind) is tuple:
        if not isinstance(given, list):
            raise WrongValueError("wrong-type", f"must be a list in brackets, not {given!r}")
        return tuple(_one(get_args(kind)[0], each, setting) for each in given)
    return _one(kind, given, setting)


def _one(kind: Any, given: object, setting: Setting) -> object:
    if kind is int:
        if type(given) is not int or not setting.least <= given <= setting.most:
            raise WrongValueError(
                "wrong-number",
                f"must be a whole number from {setting.least} to {setting.most}, not {given!r}",
            )
        return given
    return _READERS[kind](given)


def _text(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise WrongValueError("wrong-type", f"must be a non-empty text, not {given!r}")
    return given


def _time(given: object) -> int:
    found = _TIME.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise WrongValueError("wrong-time", f'must be minutes and seconds such as "1:10", not {given!r}')
    return (int(found[1]) * 60 + int(found[2])) * 1000


def _time_of_day(given: object) -> int:
    found = _TIME.fullmatch(given) if isinstance(given, str) else None
    if found is None or int(found[1]) > 23:
        raise WrongValueError("wrong-time", f'must be a time of day such as "9:30", not {given!r}')
    return (int(found[1]) * 60 + int(found[2])) * p.MINUTE_MS


def _cents(given: object) -> int:
    found = _DOLLARS.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise WrongValueError("bad-amount", f'must be dollars such as "12" or "12.50", not {given!r}')
    return int(found[1]) * 100 + int(found[2] or 0)


def _number(given: object, most: float, what: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= most:
        raise WrongValueError("wrong-number", f"must be {what}, not {given!r}")
    return float(given)


def _scatter(kind: type[p.Scatter], amount: Callable[[object], int], given: object) -> p.Scatter:
    """A usual amount alone, or with its spread."""
    if not isinstance(given, dict):
        return kind(amount(given))
    if unknown := sorted(given.keys() - {"usual", "spread"}):
        raise WrongValueError("unknown-setting", f"{unknown[0]!r} is unknown; use usual and spread")
    if "usual" not in given:
        raise WrongValueError("missing-setting", "'usual' is missing")
    usual = amount(given["usual"])
    if "spread" not in given:
        return kind(usual)
    return kind(usual, _number(given["spread"], _MOST_SPREAD, "a spread from 0 to 3"))


_READERS: Final[Mapping[Any, Callable[[object], object]]] = {
    str: _text,
    Milliseconds: _time,
    p.TimeOfDay: _time_of_day,
    p.Cents: _cents,
    p.Share: lambda given: _number(given, 1, "a share from 0 to 1"),
    p.Count: lambda given: _number(given, _MOST_ON_AVERAGE, "a number from 0 to 10000"),
    p.Spell: lambda given: _scatter(p.Spell, _time, given),
    p.Gift: lambda given: _scatter(p.Gift, _cents, given),
}

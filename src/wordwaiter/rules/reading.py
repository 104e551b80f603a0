"""Rulebooks read from their files, and checked whole: every fault with its line, code and reason."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.tiles import TileSet, shipped_tile_set
from wordwaiter.rules.choices import Milliseconds
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.contradictions import contradictions
from wordwaiter.rules.layout import BoardLayout, shipped_layout
from wordwaiter.rules.rulebook import TOPICS, Origin, Rulebook, Topic
from wordwaiter.rules.toml_lines import key_lines

ALTERNATIVES: Final = (("turns", "building"), ("challenge", "board_challenge"), ("ending", "round_ending"))
"""Topics of which a rulebook has one and not the other."""

LONGEST_FILE: Final = 256 * 1024
"""Characters that a rulebook's file may have."""

_HEAD: Final = ("name", "title", "source", "based_on")
_ORIGIN_KEYS: Final = ("clause", "choice", "note")
NONE: Final = "none"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong in a rulebook's file."""

    line: int
    code: str
    reason: str


def shipped_rulebooks() -> tuple[str, ...]:
    """The names of the rulebooks that come with the package."""
    folder = resources.files(__package__) / "rulebooks"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


@cache
def shipped_rulebook(name: str) -> Rulebook:
    """The rulebook of that name that comes with the package."""
    if name not in shipped_rulebooks():
        raise MalformedError(
            "no-such-rulebook",
            f"there is no rulebook {name!r}; there are {', '.join(shipped_rulebooks())}, "
            "and any file of your own, given with its path",
            name=name,
        )
    text = (resources.files(__package__) / "rulebooks" / f"{name}.toml").read_text("utf-8")
    return parse_rulebook(text, Path(f"{name}.toml"))


def read_rulebook(name_or_path: str | Path) -> Rulebook:
    """The shipped rulebook of that name, or the one in the file at that path."""
    if isinstance(name_or_path, str) and name_or_path in shipped_rulebooks():
        return shipped_rulebook(name_or_path)
    path = Path(name_or_path)
    if isinstance(name_or_path, str) and not path.suffix and not path.exists():
        return shipped_rulebook(name_or_path)
    return parse_rulebook(read_rulebook_text(path), path)


def read_rulebook_text(path: Path) -> str:
    """The text of a rulebook's file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise MalformedFileError("unreadable-file", path, error.strerror or "cannot be read") from error
    if len(content) > LONGEST_FILE:
        raise MalformedFileError("file-too-long", path, "is too long to be a rulebook")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MalformedFileError("wrong-encoding", path, "is not UTF-8 text", line=line) from error


def parse_rulebook(text: str, path: Path) -> Rulebook:
    """The rulebook in a file's text; the first fault is raised. `path` is for the errors."""
    rulebook, faults = examine_rulebook(text)
    if rulebook is None or faults:
        first = min(faults)
        raise MalformedFileError(first.code, path, first.reason, line=first.line)
    return rulebook


def examine_rulebook(text: str) -> tuple[Rulebook | None, tuple[Fault, ...]]:
    """The rulebook in a file's text, or nothing and every fault that was found, in the order of lines."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, (_syntax_fault(error, text),)
    reader = _Reader(table, key_lines(text))
    rulebook = reader.read()
    return rulebook, tuple(sorted(reader.faults))


def _syntax_fault(error: tomllib.TOMLDecodeError, text: str) -> Fault:
    at = re.search(r" \(at line (\d+), column \d+\)$", str(error))
    line = int(at[1]) if at else text.count("\n") + 1
    reason = str(error)[: at.start()] if at else str(error).removesuffix(" (at end of document)")
    return Fault(line, "not-toml", f"this is not TOML: {reason}")


class _WrongValueError(Exception):
    """A value that a setting cannot have; becomes a Fault with the setting's line."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Reader:
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

    def read(self) -> Rulebook | None:
        for key in self.table.keys() - {*_HEAD, *TOPICS}:
            self.refuse((key,), "unknown-setting", f"unknown setting {key!r}")
        name, title = self._text("name"), self._text("title")
        base = self._base()
        source = self._source(base)
        topics: dict[str, Topic] = {}
        origins: dict[str, Origin] = {}
        for topic_name in self._present_topics(base):
            topic = self._topic(topic_name, base, origins)
            if topic is not None:
                topics[topic_name] = topic
        if self.faults:
            return None
        rulebook = Rulebook(
            name, title, source,
            **{_FIELD_OF_TOPIC.get(key, key): topic for key, topic in topics.items()},  # type: ignore[arg-type]
            origins=MappingProxyType(origins),
        )  # fmt: skip
        for contradiction in contradictions(rulebook):
            path = next(
                (
                    tuple(key.split("."))
                    for key in contradiction.settings
                    if tuple(key.split(".")) in self.lines
                ),
                (),
            )
            self.refuse(path, "contradiction", contradiction.reason)
        return None if self.faults else rulebook

    # -- the head of the file

    def _text(self, key: str) -> str:
        match self.table.get(key):
            case str(text) if text.strip():
                return text
            case None:
                self.refuse((), "missing-setting", f"the setting {key!r} is missing at the head of the file")
            case _:
                self.refuse((key,), "wrong-type", f"{key} must be a text that is not empty")
        return ""

    def _base(self) -> Rulebook | None:
        match self.table.get("based_on"):
            case None:
                return None
            case str(name) if name in shipped_rulebooks():
                return shipped_rulebook(name)
            case other:
                known = ", ".join(shipped_rulebooks())
                self.refuse(
                    ("based_on",),
                    "unknown-value",
                    f"based_on must name a shipped rulebook ({known}), not {other!r}",
                )
                return None

    def _source(self, base: Rulebook | None) -> str | None:
        sources = [source.id for source in catalogue().sources]
        match self.table.get("source"):
            case None if base is not None:
                return base.source
            case None:
                self.refuse((), "missing-setting", "the setting 'source' is missing at the head of the file")
            case str(source) if source in sources:
                return source
            case "none":
                pass
            case other:
                self.refuse(
                    ("source",),
                    "unknown-value",
                    f"source must be {', '.join(sources)} or none, not {other!r}",
                )
        return None

    # -- topics

    def _present_topics(self, base: Rulebook | None) -> Iterator[str]:
        """The topics this rulebook must have: of each pair of alternatives the one that is given."""
        inherited = base.topics() if base else {}
        skipped: set[str] = set()
        for pair in ALTERNATIVES:
            given = [name for name in pair if name in self.table or name in inherited]
            if len(given) == 1:
                skipped.update(set(pair) - set(given))
            elif given:
                self.refuse(
                    (given[1],) if given[1] in self.table else (given[0],),
                    "contradiction",
                    f"a rulebook has [{pair[0]}] or [{pair[1]}], not both",
                )
                skipped.update(pair)
            else:
                self.refuse((), "missing-setting", f"one of [{pair[0]}] and [{pair[1]}] is missing")
                skipped.update(pair)
        return (name for name in TOPICS if name not in skipped)

    def _topic(self, name: str, base: Rulebook | None, origins: dict[str, Origin]) -> Topic | None:
        kind = TOPICS[name]
        given = self.table.get(name, {})
        if not isinstance(given, dict):
            self.refuse((name,), "wrong-type", f"{name} must be a table: [{name}]")
            return None
        known = [each.name for each in fields(kind)]
        for key in given.keys() - set(known):
            self.refuse((name, key), "unknown-setting", f"[{name}] has no setting {key!r}")
        hints = get_type_hints(kind, include_extras=True)
        values: dict[str, object] = {}
        missing: list[str] = []
        for key in known:
            full = f"{name}.{key}"
            if key in given:
                try:
                    values[key], origins[full] = _read_setting(hints[key], given[key])
                except _WrongValueError as wrong:
                    self.refuse((name, key), wrong.code, f"{full}: {wrong.reason}")
            elif base is not None:
                values[key], origins[full] = base.setting(full), base.origins[full]
            else:
                missing.append(key)
        if missing:
            absent = "" if name in self.table else f"the table [{name}] is missing, with "
            self.refuse(
                (name,),
                "missing-setting",
                f"{absent}{'settings' if len(missing) > 1 else 'setting'} "
                f"{', '.join(f'{name}.{key}' for key in missing)}{'' if absent else ' missing'}",
            )
        return kind(**values) if len(values) == len(known) else None  # type: ignore[arg-type]


_FIELD_OF_TOPIC: Final = {
    "turns": "play",
    "building": "play",
    "board_challenge": "challenge",
    "round_ending": "ending",
}


# ---------------------------------------------------------------- one setting


def _read_setting(hint: Any, entry: object) -> tuple[object, Origin]:
    if not isinstance(entry, dict) or "is" not in entry:
        raise _WrongValueError(
            "wrong-type",
            'a setting is written { is = VALUE, clause = "ID" } or { is = VALUE, choice = "WHY" }',
        )
    kind, setting = get_args(hint)
    parameters = {key: value for key, value in entry.items() if key not in ("is", *_ORIGIN_KEYS)}
    value, used = _read_value(kind, entry["is"], parameters, setting.least)
    if unused := sorted(parameters.keys() - used):
        raise _WrongValueError("unknown-setting", f"{entry['is']!r} has no {unused[0]!r}")
    return value, _read_origin(entry)


def _read_origin(entry: Mapping[str, object]) -> Origin:
    clause, choice, note = (entry.get(key) for key in _ORIGIN_KEYS)
    for key, text in (("choice", choice), ("note", note)):
        if not (text is None or (isinstance(text, str) and text.strip())):
            raise _WrongValueError("wrong-type", f"{key} must be a text that is not empty")
    clauses = [clause] if isinstance(clause, str) else [] if clause is None else clause
    if not isinstance(clauses, list) or not all(isinstance(each, str) for each in clauses):
        raise _WrongValueError("wrong-type", "clause must be a clause's id or a list of them")
    if bool(clauses) == bool(choice):
        raise _WrongValueError("no-origin", "say where it comes from: either clause or choice, and not both")
    for each in clauses:
        if each not in catalogue():
            raise _WrongValueError("unknown-clause", f"there is no clause {each!r}")
    return Origin(
        tuple(clauses), choice if isinstance(choice, str) else None, note if isinstance(note, str) else None
    )


def _read_value(
    hint: Any,
    given: object,
    parameters: Mapping[str, object],
    least: int,
) -> tuple[object, frozenset[str]]:
    """The value of a setting, and which of the parameters beside `is` it took."""
    kinds = get_args(hint) if get_origin(hint) is not None and get_origin(hint) is not tuple else (hint,)
    variants = {variant_word(kind): kind for kind in kinds if _is_variant(kind)}
    if NoneType in kinds and given == NONE:
        return None, frozenset()
    if not variants:
        (kind,) = (kind for kind in kinds if kind is not NoneType)
        return _read_plain(kind, given, least, optional=NoneType in kinds), frozenset()
    if not isinstance(given, str) or given not in variants:
        raise _unknown_word(given, [*variants, *([NONE] if NoneType in kinds else [])])
    variant = variants[given]
    hints = get_type_hints(variant)
    if missing := [key for key in hints if key not in parameters]:
        raise _WrongValueError("missing-setting", f"{given!r} needs {missing[0]!r} beside it")
    values = {}
    for key, each in hints.items():
        try:
            values[key] = _read_plain(each, parameters[key], least, optional=False)
        except _WrongValueError as wrong:
            raise _WrongValueError(wrong.code, f"{key}: {wrong.reason}") from None
    return variant(**values), frozenset(hints)


def _read_plain(kind: Any, given: object, least: int, *, optional: bool) -> object:
    if get_origin(kind) is tuple:
        if not isinstance(given, list):
            raise _WrongValueError("wrong-type", f"must be a list in brackets, not {given!r}")
        return tuple(_read_plain(get_args(kind)[0], each, least, optional=False) for each in given)
    if kind is TileSet or kind is BoardLayout:
        return _read_shipped(kind, given)
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = {str(each.value): each for each in kind}
        if not isinstance(given, str) or given not in words:
            raise _unknown_word(given, [*words, *([NONE] if optional else [])])
        return words[given]
    if kind is str:
        if not isinstance(given, str) or not given.strip():
            raise _WrongValueError("wrong-type", f"must be a text that is not empty, not {given!r}")
        return given
    if kind is Milliseconds:
        return _read_time(given, least)
    if type(given) is not int:
        raise _WrongValueError(
            "wrong-type", f"must be a whole number{' or none' if optional else ''}, not {given!r}"
        )
    if given < least:
        raise _WrongValueError("out-of-range", f"must be {least} or more, not {given}")
    return given


def _read_shipped(kind: type, given: object) -> TileSet | BoardLayout:
    if not isinstance(given, str):
        raise _WrongValueError("wrong-type", f"must be a name, not {given!r}")
    try:
        return shipped_tile_set(given) if kind is TileSet else shipped_layout(given)
    except MalformedError as error:
        raise _WrongValueError("unknown-value", error.sentence) from error


def _read_time(given: object, least: int) -> Milliseconds:
    found = re.fullmatch(r"(\d{1,4}):([0-5]\d)", given) if isinstance(given, str) else None
    if found is None:
        raise _WrongValueError("wrong-type", f'must be minutes and seconds such as "3:00", not {given!r}')
    time = (int(found[1]) * 60 + int(found[2])) * 1000
    if time < least:
        raise _WrongValueError("out-of-range", "must be longer than no time at all")
    return Milliseconds(time)


def _unknown_word(given: object, words: list[str]) -> _WrongValueError:
    return _WrongValueError("unknown-value", f"must be {' or '.join(words)}, not {given!r}")


def _is_variant(kind: Any) -> bool:
    return is_dataclass(kind) and kind not in (TileSet, BoardLayout)


def variant_word(kind: type) -> str:
    """The word for a choice in a file: `OpponentGains` is `opponent-gains`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()

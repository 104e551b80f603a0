"""One setting of a rulebook's file turned into a value, and back: `{ is = 7, clause = "iowa-begin" }`."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import TileSet, shipped_tile_set
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.layout import BoardLayout, shipped_layout
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.rulebook import Origin, Setting

NONE: Final = "none"
"""The word for a setting that a rulebook does without."""

ORIGIN_KEYS: Final = ("clause", "choice", "note")


class WrongValueError(Exception):
    """A value that a setting cannot have; becomes a fault with the setting's line."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def read_setting(hint: Any, entry: object) -> tuple[object, Origin]:
    """The value that an entry of a file gives a setting, and where it comes from."""
    if not isinstance(entry, dict) or "is" not in entry:
        raise WrongValueError(
            "wrong-type",
            'a setting is written { is = VALUE, clause = "ID" } or { is = VALUE, choice = "WHY" }',
        )
    parameters = {key: value for key, value in entry.items() if key not in ("is", *ORIGIN_KEYS)}
    value, used = _read_value(hint, entry["is"], parameters)
    if unused := sorted(parameters.keys() - used):
        raise WrongValueError("unknown-setting", f"{entry['is']!r} does not take {unused[0]!r}")
    return value, _read_origin(entry)


def _read_origin(entry: Mapping[str, object]) -> Origin:
    clause, choice, note = (entry.get(key) for key in ORIGIN_KEYS)
    for key, text in (("choice", choice), ("note", note)):
        if not (text is None or (isinstance(text, str) and text.strip())):
            raise WrongValueError("wrong-type", f"{key} must be a non-empty text")
    clauses = [clause] if isinstance(clause, str) else [] if clause is None else clause
    if not isinstance(clauses, list) or not all(isinstance(each, str) for each in clauses):
        raise WrongValueError("wrong-type", "clause must be a clause's id or a list of them")
    if bool(clauses) == bool(choice):
        raise WrongValueError("no-origin", "give the origin: either clause or choice, not both")
    for each in clauses:
        if each not in catalogue():
            raise WrongValueError("unknown-clause", f"there is no clause {each!r}")
    return Origin(
        tuple(clauses), choice if isinstance(choice, str) else None, note if isinstance(note, str) else None
    )


def _read_value(hint: Any, given: object, parameters: Mapping[str, object]) -> tuple[object, frozenset[str]]:
    """The value, and which of the parameters beside `is` it took."""
    kind, setting = get_args(hint)
    kinds = value_kinds(kind)
    optional = NoneType in kinds
    if optional and given == NONE:
        return None, frozenset()
    variants = {variant_word(each): each for each in kinds if is_variant(each)}
    if not variants:
        (plain,) = (each for each in kinds if each is not NoneType)
        return _read_plain(plain, given, setting, optional=optional), frozenset()
    if not isinstance(given, str) or given not in variants:
        raise _unknown_word(given, [*variants, *([NONE] if optional else [])])
    variant = variants[given]
    hints = get_type_hints(variant)
    if missing := [key for key in hints if key not in parameters]:
        raise WrongValueError("missing-setting", f"{given!r} also needs {missing[0]!r}")
    values = {}
    for key, each in hints.items():
        try:
            values[key] = _read_plain(each, parameters[key], setting, optional=False)
        except WrongValueError as wrong:
            raise WrongValueError(wrong.code, f"{key}: {wrong.reason}") from None
    return variant(**values), frozenset(hints)


def _read_plain(kind: Any, given: object, setting: Setting, *, optional: bool) -> object:
    if get_origin(kind) is tuple:
        if not isinstance(given, list):
            raise WrongValueError("wrong-type", f"must be a list in brackets, not {given!r}")
        return tuple(_read_plain(get_args(kind)[0], each, setting, optional=False) for each in given)
    if kind is TileSet or kind is BoardLayout:
        return _read_shipped(kind, given)
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = {str(each.value): each for each in kind}
        if not isinstance(given, str) or given not in words:
            raise _unknown_word(given, [*words, *([NONE] if optional else [])])
        return words[given]
    if kind is str:
        if not isinstance(given, str) or not given.strip():
            raise WrongValueError("wrong-type", f"must be a non-empty text, not {given!r}")
        return given
    if kind is Milliseconds:
        return _read_time(given, setting, optional=optional)
    if type(given) is not int:
        raise WrongValueError(
            "wrong-type", f"must be a whole number{' or none' if optional else ''}, not {given!r}"
        )
    if not setting.least <= given <= setting.most:
        raise WrongValueError("out-of-range", f"must be {setting.least} to {setting.most}, not {given}")
    return given


def _read_shipped(kind: type, given: object) -> TileSet | BoardLayout:
    if not isinstance(given, str):
        raise WrongValueError("wrong-type", f"must be a name, not {given!r}")
    try:
        return shipped_tile_set(given) if kind is TileSet else shipped_layout(given)
    except MalformedError as error:
        raise WrongValueError("unknown-value", error.sentence) from error


def _read_time(given: object, setting: Setting, *, optional: bool) -> Milliseconds:
    found = re.fullmatch(r"(\d{1,4}):([0-5]\d)", given, re.ASCII) if isinstance(given, str) else None
    if found is None:
        raise WrongValueError(
            "wrong-type",
            f'must be minutes and seconds such as "3:00"{" or none" if optional else ""}, not {given!r}',
        )
    time = (int(found[1]) * 60 + int(found[2])) * 1000
    if time < setting.least:
        raise WrongValueError("out-of-range", "must be longer than 0:00")
    return Milliseconds(time)


def _unknown_word(given: object, words: list[str]) -> WrongValueError:
    return WrongValueError("unknown-value", f"must be {' or '.join(words)}, not {given!r}")


# ---------------------------------------------------------------- kinds of value


def value_kinds(kind: Any) -> tuple[Any, ...]:
    """The types that a setting's value may have."""
    return get_args(kind) if get_origin(kind) not in (None, tuple) else (kind,)


def is_variant(kind: Any) -> bool:
    """Checks whether it is a choice that has its fields beside `is`."""
    return is_dataclass(kind) and kind not in (TileSet, BoardLayout)


def variant_word(kind: type) -> str:
    """The word for a choice in a file: `OpponentGains` is `opponent-gains`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


# ---------------------------------------------------------------- back to plain values


def plain_setting(hint: Any, value: object, origin: Origin) -> dict[str, object]:
    """A setting as it stands in a file."""
    kind, _ = get_args(hint)
    entry = _plain_value(kind, value)
    if origin.clauses:
        entry["clause"] = origin.clauses[0] if len(origin.clauses) == 1 else list(origin.clauses)
    if origin.choice is not None:
        entry["choice"] = origin.choice
    if origin.note is not None:
        entry["note"] = origin.note
    return entry


def _plain_value(kind: Any, value: object) -> dict[str, object]:
    if value is None:
        return {"is": NONE}
    if is_variant(type(value)):
        hints = get_type_hints(type(value))
        return {"is": variant_word(type(value))} | {
            each.name: _plain(hints[each.name], getattr(value, each.name))
            for each in fields(value)  # type: ignore[arg-type]  # a variant is a dataclass
        }
    plain = next((each for each in value_kinds(kind) if each is not NoneType and not is_variant(each)), None)
    return {"is": _plain(plain, value)}


def _plain(kind: Any, value: object) -> object:
    if get_origin(kind) is tuple and isinstance(value, tuple):
        return [_plain(get_args(kind)[0], each) for each in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, TileSet | BoardLayout):
        return value.name
    if kind is Milliseconds and isinstance(value, int):
        return time_text(Milliseconds(value))
    return value


def time_text(time: Milliseconds) -> str:
    """Minutes and seconds, as in a file: `3:00`."""
    minutes, seconds = divmod(time // 1000, 60)
    return f"{minutes}:{seconds:02}"

"""Which texts of which kind of fact are stored apart because they may tell of a person.

`python -m service.access.personal_parts`, in the folder of the tests, writes personal_parts.txt anew; look at
what changed in it.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from wordwaiter.service.access.personal_fields import with_personal_parts
from wordwaiter.service.access.visibility import EVERY_FACT
from wordwaiter.store.facts import NewFact

KEPT: Final = Path(__file__).with_name("personal_parts.txt")
Path_ = tuple[str | int, ...]


def _sample(hint: Any) -> object:
    """Returns a plain value of a type, with something in every part of it."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _sample(args[0])
    if origin in (Union, UnionType):
        return _sample(next(each for each in args if each is not NoneType))
    if origin in (tuple, frozenset, list):
        return [_sample(each) for each in args if each is not Ellipsis]
    if origin is not None and issubclass(origin, Mapping):
        return {"1": _sample(args[1])}
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        return {each.name: _sample(hints[each.name]) for each in fields(hint)}
    if hint is bool:
        return True
    if hint is int:
        return 0
    if isinstance(hint, type) and issubclass(hint, Enum):
        return None
    return "a text" if hint is str else None


def _texts(value: object, path: Path_ = ()) -> Iterator[Path_]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _texts(part, (*path, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _texts(part, (*path, at))
    elif isinstance(value, str):
        yield path


def _called(path: Path_) -> str:
    return ".".join("*" if isinstance(step, int) else step for step in path)


def _is_apart(path: Path_, apart: set[Path_]) -> bool:
    """Checks whether a text, or something that it is in, is stored apart."""
    return any(path[:length] in apart for length in range(1, len(path) + 1))


def personal_parts() -> list[str]:
    """Returns a line for each text of each kind of fact: whether it is stored apart."""
    lines = []
    for name, kind in sorted(EVERY_FACT.items()):
        body: Any = _sample(kind)
        (fact,) = with_personal_parts("tournament-1", [NewFact(name, body)], "somebody else")
        apart = {part.path for part in fact.personal}
        lines += [
            f"{name} {_called(path)}: {'apart' if _is_apart(path, apart) else 'in the fact'}"
            for path in _texts(body)
        ]
    return list(dict.fromkeys(lines))


if __name__ == "__main__":
    KEPT.write_text("\n".join(personal_parts()) + "\n")
    sys.stdout.write(f"{KEPT.name} is written\n")

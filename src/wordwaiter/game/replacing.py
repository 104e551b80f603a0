"""`dataclasses.replace` for the values that a table is made of, which are replaced many times in each move.

A table has two dozen fields, and the library's own way looks each of them up by its name and hands it to a
constructor that may not assign. This one fills a value of a twin class that is not frozen and has the same
slots, by a function that names each of them, and gives it its class at the end, which takes a tenth of the
time. It is for frozen dataclasses with slots of their own that check nothing when they are made; in all else
`dataclasses.replace` does the same.
"""

from collections.abc import Callable
from dataclasses import make_dataclass
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """The value with some of its fields changed."""
    kind: Any = type(value)
    made = _copying(kind)(value)
    for name, part in changes.items():
        setattr(made, name, part)
    made.__class__ = kind
    copied: T = made
    return copied


@cache
def _copying(kind: type[Any]) -> Callable[[Any], Any]:
    """Returns a function that fills a value of the twin class with all slots of a value."""
    names: tuple[str, ...] = kind.__slots__
    if hasattr(kind, "__post_init__") or len(names) < 2:
        raise TypeError(f"{kind.__name__} is made by its constructor alone")
    fields = [(name, Any) for name in names]
    twin = make_dataclass(f"_Open{kind.__name__}", fields, bases=kind.__bases__, slots=True)
    lines = [f" made.{name} = value.{name}" for name in names]
    known: dict[str, Any] = {"new": object.__new__, "twin": twin}
    # Written out: Python finds slots by their place then, and not by their name.
    exec("\n".join(["def copy(value):", " made = new(twin)", *lines, " return made"]), known)  # noqa: S102
    copy: Callable[[Any], Any] = known["copy"]
    return copy

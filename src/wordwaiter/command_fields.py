"""A command as its dataclass describes it: its word, its help, its fields; and text turned into one.

The API's schema, the fields of forms, the arguments of the terminal and the words of scripts come from here.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from wordwaiter.errors import MalformedError

T = TypeVar("T")

MOST: Final = 1_000_000
"""For scores, counts and numbers of things. So sums and products of them stay numbers that JSON can tell."""

MOST_BY_ENDING: Final = {"cents": 1_000_000_000, "starts_ms": 100_000_000_000_000, "ms": 1_000_000_000}
"""For amounts of money, times of the day since 1970, and lengths of time up to eleven days."""

_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Written:
    """How people write a field that holds something else: dollars for cents, a name for a number.

    It stands in the type of the field: `cents: Annotated[int, Written("In dollars.", cents_of)]`.
    """

    help: str = ""
    read: Callable[[str], Any] | None = None
    """Makes the value of a text. Nothing where only the tournament or the table can tell: see `Readers`."""
    word: str = ""
    """The field's name where people write it, if it differs from its own."""


Readers = Mapping[Any, Callable[[str], Any]]
"""Makes values of texts where something must be looked up, by `Written` or by the type of the field."""

NO_READERS: Final[Readers] = {}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a command."""

    name: str
    type: Any
    """Of one value: `int` for a field of several numbers too."""
    is_many: bool
    is_optional: bool
    """Whether it may be `None`."""
    written: Written | None
    help: str
    default: Any
    """`MISSING` where there is none."""

    @property
    def word(self) -> str:
        """The name of the field in a form, and of the option in the terminal."""
        return (self.written.word if self.written else "") or self.name.replace("_", "-")

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of a field that takes one of a few."""
        is_enum = isinstance(self.type, type) and issubclass(self.type, Enum)
        return tuple(each.value for each in self.type) if is_enum else ()

    def read(self, texts: Sequence[str], readers: Readers) -> Any:
        """Returns the value that these texts write: one text, or several where the field takes several."""
        if self.is_many:
            return tuple(self._value(text, readers) for text in texts if text)
        text = texts[0] if texts else ""
        if not text and self.default is not MISSING:
            return self.default
        return None if not text and self.is_optional else self._value(text, readers)

    def _value(self, text: str, readers: Readers) -> Any:
        look_up = readers.get(self.written) or readers.get(self.type) or (self.written and self.written.read)
        if look_up:
            return look_up(text)
        if self.type is str:
            return text
        is_number = self.type is int
        kind = whole_number(self.name) if is_number else self.type
        try:
            whole = int(text) if is_number and _WHOLE.fullmatch(text) else text
            return msgspec.convert(whole, kind, strict=False)
        except msgspec.ValidationError as error:
            raise self._refusal(text) from error

    def _refusal(self, text: str) -> MalformedError:
        shown = repr(text[:20])
        if self.type is int:
            sentence = f"{shown} is not a whole number" if text else f"enter a whole number: {self.word}"
            return MalformedError("not-a-number", sentence, field=self.name)
        known = ", ".join(self.choices) or "yes, no"
        sentence = f"{shown} is not one of: {known}" if text else f"choose one of: {known}"
        return MalformedError("not-a-choice", sentence, field=self.name)


def whole_number(name: str) -> Any:
    """Returns the type of a whole number in a field of that name, with its limits."""
    most = next((most for ending, most in MOST_BY_ENDING.items() if name.endswith(ending)), MOST)
    return Annotated[int, Meta(ge=-most, le=most)]


# ---------------------------------------------------------------- what a dataclass says


def word_of(kind: Callable[..., object]) -> str:
    """Returns the word that names a command: `publish-round`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def help_of(kind: Callable[..., object]) -> str:
    """Returns the first line of what a command does."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


@cache
def fields_of(kind: Any) -> Mapping[str, Field]:
    """Returns the fields of a dataclass by their names."""
    hints, told = get_type_hints(kind, include_extras=True), field_docs(kind)
    return {
        each.name: _field(each.name, hints[each.name], told.get(each.name, ""), each.default)
        for each in fields(kind)
    }


def _field(name: str, hint: Any, told: str, default: Any) -> Field:
    hint, written = _plain(hint)
    members = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    is_optional = NoneType in members
    if is_optional:
        hint, inner = _plain(Union[tuple(each for each in members if each is not NoneType)])  # noqa: UP007
        written = written or inner
    is_many = written is None and get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,)
    if is_many:
        hint, written = _plain(get_args(hint)[0])
    text = told or (written.help if written else "")
    return Field(name, hint, is_many, is_optional, written, text, default)


def _plain(hint: Any) -> tuple[Any, Written | None]:
    """Returns a type without what is noted on it, and how its values are written if that is noted."""
    if get_origin(hint) is not Annotated:
        return hint, None
    plain, *notes = get_args(hint)
    return plain, next((note for note in notes if isinstance(note, Written)), None)


@cache
def field_docs(kind: Any) -> Mapping[str, str]:
    """Returns the texts under the fields of a dataclass and of those that it is made of."""
    words: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        told = _classes_in(each.__module__).get(each.__qualname__)
        if told is None:
            continue
        for before, after in zip(told.body, told.body[1:], strict=False):
            match before, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    words[name] = inspect.cleandoc(text)
                case _:
                    pass
    return words


@cache
def _classes_in(module: str) -> Mapping[str, ast.ClassDef]:
    """Returns the classes of a module as they are written. A module is read once, as that takes time."""
    text = inspect.getsource(sys.modules[module])
    return {each.name: each for each in ast.parse(text).body if isinstance(each, ast.ClassDef)}


# ---------------------------------------------------------------- text into a command


def command_of_texts(
    kind: Callable[..., T],
    texts: Callable[[Field], Sequence[str]],
    readers: Readers = NO_READERS,
    /,
    **given: Any,
) -> T:
    """Returns the command whose fields were written as text; `given` are the fields that are known."""
    for name, field in fields_of(kind).items():
        if name not in given:
            given[name] = field.read(texts(field), readers)
    return kind(**given)

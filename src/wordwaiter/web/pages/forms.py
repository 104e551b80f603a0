"""The common parts of forms: the key by which each is taken once, and its fields as text."""

import secrets
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from litestar import Request

from wordwaiter.command_fields import NO_READERS, Field, Readers, command_of_texts
from wordwaiter.errors import MalformedError
from wordwaiter.service.stream_kind import CommandMeta, digest_of
from wordwaiter.tournament.entrants.names import without_turning_signs
from wordwaiter.web.http.authentication import PROOF_FIELD

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

LONGEST_FIELD = 4000

_NOT_TOLD: Final = frozenset({"sending", PROOF_FIELD})
"""Fields that say nothing of what somebody wants."""


class Fields:
    """The fields of a form that was sent, read one by one; what is missing is empty."""

    def __init__(self, sent: dict[str, list[str]], path: str = "") -> None:
        self._sent = sent
        self._path = path

    @classmethod
    async def of(cls, request: Request[Any, Any, Any]) -> "Fields":
        """The fields that a request brought."""
        sent: dict[str, list[str]] = {}
        for name, value in (await request.form()).multi_items():
            if not isinstance(value, str) or len(value) > LONGEST_FIELD:
                raise MalformedError("too-long", "a field is too long; shorten it")
            sent.setdefault(name, []).append(without_turning_signs(value))
        return cls(sent, request.url.path)

    def text(self, name: str) -> str:
        """A field without the space around it; empty if it is not there."""
        return (self._sent.get(name) or [""])[0].strip()

    def texts(self, name: str) -> tuple[str, ...]:
        """All values of a field, as several check boxes send them."""
        return tuple(value.strip() for value in self._sent.get(name, ()))

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of a field that are not empty, without the space around them."""
        return tuple(line.strip() for line in self.text(name).splitlines() if line.strip())

    def number(self, name: str) -> int:
        """A field that is a whole number."""
        return _number(name, self.text(name))

    def number_if_any(self, name: str) -> int | None:
        """A whole number; `None` where the form does not have it."""
        return self.number(name) if self.text(name) else None

    def numbers(self, name: str) -> tuple[int, ...]:
        """All values of a field whose values are whole numbers, each once."""
        return tuple(dict.fromkeys(_number(name, text) for text in self.texts(name)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self._sent)

    def has(self, name: str) -> bool:
        """Checks whether a check box is ticked."""
        return name in self._sent

    def action(self, known: Mapping[str, T]) -> T:
        """Returns what the form asks for in its field `do`, of what its page knows."""
        if self.text("do") not in known:
            raise MalformedError("unknown-form", "this page is out of date; reload it")
        return known[self.text("do")]

    def choice(self, name: str, of: type[E]) -> E:
        """A field that has one of the values of an enum."""
        for each in of:
            if each.value == self.text(name):
                return each
        raise MalformedError("nothing-chosen", "choose one of the answers", field=name)

    def require_sure(self) -> None:
        """Refuses a form for ever without its tick."""
        if not self.has("sure"):
            raise MalformedError("not-ticked", "tick the box first; this cannot be undone")

    @property
    def meta(self) -> CommandMeta:
        """The key by which the server takes this form once, however often it arrives."""
        key = key_in(self.text("sending"))
        told = [(name, values) for name, values in self._sent.items() if name not in _NOT_TOLD]
        digest = digest_of(self._path, repr(sorted(told)))
        return CommandMeta(key=key, digest=digest)


def command_from_form(
    fields: Fields, kind: Callable[..., T], readers: Readers = NO_READERS, /, **given: Any
) -> T:
    """Returns the command that a form asks for: its fields are called as those of the command.

    `given` are the fields of the command that are no fields of the form. A box that is not ticked says no.
    Who gives it is never read from a form: left empty, it is whoever sends it.
    """
    return value_from_form(fields, kind, readers, **{"by": "", **given})


def value_from_form(
    fields: Fields, kind: Callable[..., T], readers: Readers = NO_READERS, /, **given: Any
) -> T:
    """Returns a value whose fields are those of the form, but for those that are given."""

    def texts(field: Field) -> tuple[str, ...]:
        if field.type is bool:
            return ("true" if fields.has(field.word) else "false",)
        return fields.texts(field.word)

    return command_of_texts(kind, texts, readers, **given)


def _number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise MalformedError("not-a-number", f"{text[:20]!r} is not a whole number", field=name)
    return int(text)


def key_in(text: str) -> str | None:
    """The key of a form, if it looks like one of ours."""
    return text if text.isalnum() and 16 <= len(text) <= 64 else None


def new_key() -> str:
    """A key for a form on a page."""
    return secrets.token_hex(16)

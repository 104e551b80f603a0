"""StreamKind: a family of streams, and the values that go with executing a command on one of them."""

import hashlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.steps import Steps, Written
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.facts import NewFact

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class CommandMeta:
    """How a command was sent."""

    device: str = ""
    """The device, where the caller is not known by one of its own."""
    key: str | None = None
    """Chosen anew for each command. Sent again, it gives the same outcome and does nothing."""
    seen: int | None = None
    """The version that the sender has seen; refused if anything has happened since."""
    digest: str | None = None
    """Stands for the command as it was sent; the same key with another one is refused."""
    turn: int | None = None
    """The turn of a table in which it was entered; a command for one turn is refused in another."""
    waited_ms: int = 0
    """How long ago it was entered, where that may be believed: the table's clocks are read as of then."""
    must_be_written: bool = False
    """Whether it is decided again however often others write first: a result must not be lost."""


NO_META: Final = CommandMeta()


def digest_of(*parts: str | bytes) -> str:
    """Returns a digest that stands for a command sent in these parts, now or again."""
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        content = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        hashed.update(len(content).to_bytes(8))  # so that no part can lend another its end
        hashed.update(content)
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S, F]):
    """The result of a command, already written: the state now, and the facts of this command."""

    stream: str
    version: int
    """The version of `state`."""
    state: S
    facts: tuple[F, ...]
    written: Written
    """These facts as they are in the journal."""
    now_ms: int
    """The time of the watch."""

    @property
    def first(self) -> int:
        """The version of the first of these facts."""
        return self.written[0].version if self.written else self.version


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S]):
    """One attempt to execute a command, on the state that its stream has now."""

    context: "Context"
    caller: Caller
    stream: str
    version: int
    state: S
    now_ms: int
    rng: random.Random
    meta: CommandMeta


def _context_rng(context: "Context", _stream: str, _version: int) -> Steps[random.Random]:
    return context.rng
    yield  # a generator, like those that look something up


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamKind(Generic[S, C, F]):
    """A family of streams: its state, who may do what, how a command is decided, how facts are encoded."""

    name: str
    called: str
    """The name people have for such a stream, with its article."""
    state: type[S]
    permit: Callable[[Attempt[S], C], None]
    """Refuses a command that the caller may not give."""
    decide: Callable[[Attempt[S], S, C], tuple[tuple[F, ...], S | None]]
    """Returns the facts that a command brings about in a state, and the state after them; or refuses.

    `None` as the state after them, where only the facts as they are written tell it.
    """
    encode: Callable[[tuple[F, ...]], tuple[NewFact, ...]]
    decode: Callable[[JournalFact], F]
    at_ms: Callable[[S], int]
    """When the latest fact happened; no command is decided at an earlier time."""
    must_change: bool = False
    """Whether a command that brings about nothing is refused."""
    begin: S | None = None
    """The state of a stream without facts, where there need not be an opening fact."""
    is_log: bool = False
    """Whether no decision depends on what was written before, so that several may be written at once."""
    prepare: Callable[["Context", str], Iterable[str]] = lambda _context, _stream: ()
    """Other streams whose states a decision needs."""
    expand: Callable[[Attempt[S], C], Iterable[C]] = lambda _attempt, command: (command,)
    """The commands that a batch stands for; all of them are executed, or none."""
    rng: Callable[["Context", str, int], Steps[random.Random]] = _context_rng
    actor: Callable[[Caller, tuple[F, ...]], str] = lambda caller, _facts: caller.name
    erases: Callable[[str, S, tuple[F, ...]], tuple[str, ...]] = lambda _stream, _state, _facts: ()
    """The owners of personal values that facts erase, given the stream and its state before them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStream(Generic[S, F]):
    """A stream to be opened: its first facts, the state after them, and its name."""

    kind: StreamKind[S, Any, F]
    facts: tuple[F, ...]
    state: S
    now_ms: int
    name: Callable[[], str]
    """Asked before each attempt; a name that is taken meanwhile is left to whoever has it."""
    require: Callable[[], None] | None = None
    """Refuses a new stream; not asked when it was opened before with the same key."""
    is_shared: bool = False
    """Whether a stream of that name, opened by somebody else meanwhile, serves as well."""


FollowUp = Callable[["Context", Caller, Outcome[Any, Any]], Steps[None]]
"""Writes elsewhere because of an outcome: a result goes to its tournament, tables hear of the room."""

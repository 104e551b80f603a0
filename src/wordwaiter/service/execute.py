"""The one write path: a command to a stream is permitted, decided, written, and only then answered.

    parse (text -> command) -> execute(context, caller, kind, stream, command, meta) -> Outcome -> render

`execute` writes to a stream that is there, and `open_stream` begins a new one. Each family of streams is
described by a `StreamKind`: TABLES, BOARDS, BEST_BOARDS, TOURNAMENTS, DEVICES, WORD_LISTS, RULINGS, NOTES,
PHOTOS, LIFECYCLE.
Both decide on the state in memory, and decide again if others wrote in between (`_write`).
"""

import math
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, WordwaiterError
from wordwaiter.service.access.callers import Caller, UnknownDeviceError
from wordwaiter.service.access.personal_fields import owner_of_actor, with_personal_parts
from wordwaiter.service.steps import Steps, Written, look_up, run, run_async
from wordwaiter.service.stream_kind import (
    NO_META,
    Attempt,
    C,
    CommandMeta,
    F,
    NewStream,
    Outcome,
    S,
    StreamKind,
)
from wordwaiter.store.facts import Entry, KeyUsedError, StaleVersionError, is_same_command
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.states import Standing

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

ATTEMPTS: Final = 50
"""The most times a command is decided because others keep writing first; then people should look."""


# ---------------------------------------------------------------- executing a command


def execute(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, C, F],
    stream: str,
    command: C,
    meta: CommandMeta = NO_META,
) -> Outcome[S, F]:
    """Executes a command, and returns its outcome; sent again with the same key, the same outcome."""
    return run(context.journal, executing(context, caller, kind, stream, command, meta))


def execute_async(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, C, F],
    stream: str,
    command: C,
    meta: CommandMeta = NO_META,
) -> Coroutine[Any, Any, Outcome[S, F]]:
    """Executes a command in an event loop, and returns its outcome to be awaited."""
    return run_async(context.journal, executing(context, caller, kind, stream, command, meta))


def executing(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, C, F],
    stream: str,
    command: C,
    meta: CommandMeta = NO_META,
) -> Steps[Outcome[S, F]]:
    """The steps of `execute`, for work that executes several commands."""
    decide = partial(_decide, context, caller, kind, stream, command, meta)
    return _write(context, caller, kind, decide, _attempts(meta))


def _decide(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, C, F],
    stream: str,
    command: C,
    meta: CommandMeta,
) -> Steps["_Decision[S, F] | Outcome[S, F] | None"]:
    """Decides on the state as it is known now; `None` if another process turns out to have written since."""
    standing = yield from _known_or_begun(context, kind, stream)
    state = state_of(kind, stream, standing.state)
    for other in kind.prepare(context, stream):
        yield from standing_of(context, other)
    now_ms = max(context.watch() - meta.waited_ms, kind.at_ms(state))
    facts: tuple[F, ...] = ()
    after: S | None = None
    refused: WordwaiterError | None = None
    try:
        if meta.seen is not None and meta.seen != standing.version:
            since = yield from look_up(partial(context.journal.facts, stream, after=meta.seen))
            raise StaleVersionError(stream, meta.seen, since)
        rng = yield from kind.rng(context, stream, standing.version)
        attempt: Attempt[S] = Attempt(context, caller, stream, standing.version, state, now_ms, rng, meta)
        for each in kind.expand(attempt, command):
            kind.permit(attempt, each)
            more, after = kind.decide(attempt, state if after is None else after, each)
            facts += more
        if kind.must_change and not facts:
            raise MalformedError("nothing-asked", "there is nothing to do; choose an action")
    except UnknownDeviceError:
        raise
    except WordwaiterError as error:
        refused = error
    if facts and refused is None:
        version = None if kind.is_log else standing.version
        entry = _entry(context, caller, kind, stream, facts, version, meta)
        if erases := kind.erases(stream, state, facts):
            first, *others = entry.facts
            entry = replace(entry, facts=(replace(first, erases=erases), *others))
        return _Decision(entry, facts, after, now_ms, standing.since)
    if (yield from look_up(partial(context.states.is_behind, stream, standing.version))):
        return None  # on what another process has written it may be legal, or there may be something to do
    # Perhaps it was done already, when it was sent for the first time.
    before = yield from look_up(partial(sent_before, context.journal, caller, stream, meta))
    if before is not None:
        return _outcome_before(kind, standing, before, now_ms)
    if refused is not None:
        raise refused
    return Outcome(stream, standing.version, state, (), (), now_ms)


# ---------------------------------------------------------------- opening a stream


def open_stream(
    context: "Context", caller: Caller, opening: NewStream[S, F], meta: CommandMeta = NO_META
) -> Outcome[S, F]:
    """Opens a stream of its own; sent again with the same key, the outcome of the first time."""
    return run(context.journal, opening_stream(context, caller, opening, meta))


def opening_stream(
    context: "Context", caller: Caller, opening: NewStream[S, F], meta: CommandMeta = NO_META
) -> Steps[Outcome[S, F]]:
    """The steps of `open_stream`."""
    kind = opening.kind
    first = kind.encode(opening.facts[:1])[0].kind
    known = partial(opened_before, context.journal, caller, first, meta)
    before = None if meta.key is None else (yield from look_up(known))
    if before is None:
        if opening.require is not None:
            yield from look_up(opening.require)
        try:
            decide = partial(_decide_opening, context, caller, opening, meta)
            return (yield from _write(context, caller, kind, decide))
        except StaleVersionError:
            raise
        except ConflictError:
            # Sent twice at once, the first has got another name; or the key is somebody else's.
            before = yield from look_up(known)
            if before is None:
                raise
    context.states.hear(before)
    standing = yield from standing_of(context, before[0].stream)
    outcome = _outcome_before(kind, standing, before, opening.now_ms)
    yield from _following_up(context, caller, kind, outcome)
    return outcome


def _decide_opening(
    context: "Context", caller: Caller, opening: NewStream[S, F], meta: CommandMeta
) -> Steps["_Decision[S, F] | Outcome[S, F] | None"]:
    stream = opening.name()
    if opening.is_shared and context.states.knows(stream):
        standing = yield from standing_of(context, stream)
        return Outcome(stream, standing.version, standing.state, (), (), opening.now_ms)
    entry = _entry(context, caller, opening.kind, stream, opening.facts, 0, meta)
    since = context.states.times_let_go
    return _Decision(entry, opening.facts, opening.state, opening.now_ms, since)


# ---------------------------------------------------------------- writing


@dataclass(frozen=True, slots=True)
class _Decision(Generic[S, F]):
    entry: Entry
    facts: tuple[F, ...]
    after: S | None
    now_ms: int
    since: int
    """That of the standing on which it was decided."""


def _write(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, Any, F],
    decide: Callable[[], Steps[_Decision[S, F] | Outcome[S, F] | None]],
    attempts: float = ATTEMPTS,
) -> Steps[Outcome[S, F]]:
    """Decides, writes and follows up; decides again if others wrote in between, up to that many attempts."""
    while True:
        attempts -= 1
        decision = yield from decide()
        if decision is None:
            continue
        if isinstance(decision, Outcome):
            outcome = decision
            break
        entry, after, now_ms = decision.entry, decision.after, decision.now_ms
        try:
            written = yield entry
        except StaleVersionError as error:
            context.states.hear(error.since)
            if attempts <= 0:
                raise
            continue
        if after is not None and entry.became(written):
            context.states.keep(written, after, decision.since)
            outcome = Outcome(entry.stream, written[-1].version, after, decision.facts, written, now_ms)
            break
        # Either only the facts tell the state, or the key was known, perhaps to another process.
        context.states.hear(written)
        standing = yield from standing_of(context, entry.stream)
        outcome = _outcome_before(kind, standing, written, now_ms)
        break
    yield from _following_up(context, caller, kind, outcome)
    return outcome


def _attempts(meta: CommandMeta) -> float:
    """Returns how often a command may be decided: once where its sender has seen one version alone."""
    if meta.seen is not None:
        return 1
    return math.inf if meta.must_be_written else ATTEMPTS


def _entry(
    context: "Context",
    caller: Caller,
    kind: StreamKind[S, Any, F],
    stream: str,
    facts: tuple[F, ...],
    version: int | None,
    meta: CommandMeta,
) -> Entry:
    device, actor = caller.device or meta.device, kind.actor(caller, facts)
    return Entry(
        stream,
        with_personal_parts(stream, kind.encode(facts), actor),
        context.clock(),
        version,
        actor,
        device,
        meta.key,
        meta.digest,
        owner_of_actor(stream, device, actor),
    )


def _outcome_before(
    kind: StreamKind[S, Any, F], standing: Standing, written: Written, now_ms: int
) -> Outcome[S, F]:
    """The outcome of a command that was written before."""
    facts = tuple(map(kind.decode, written))
    return Outcome(written[0].stream, standing.version, standing.state, facts, written, now_ms)


def _following_up(
    context: "Context", caller: Caller, kind: StreamKind[S, Any, F], outcome: Outcome[S, F]
) -> Steps[None]:
    follow_up = context.follow_ups.get(kind.name)
    if follow_up is not None:
        yield from follow_up(context, caller, outcome)


# ---------------------------------------------------------------- states, and commands sent before


def standing_of(context: "Context", stream: str) -> Steps[Standing]:
    """Returns how a stream stands; nothing is looked up for one that is in memory."""
    return context.states.at_hand(stream) or (yield from look_up(partial(context.states.of, stream)))


def _known_or_begun(context: "Context", kind: StreamKind[S, Any, F], stream: str) -> Steps[Standing]:
    known = context.states.at_hand(stream)
    if known is not None:
        return known
    if kind.begin is not None and not (yield from look_up(partial(context.journal.version, stream))):
        return Standing(0, kind.begin, context.states.times_let_go)
    return (yield from standing_of(context, stream))


def state_of(kind: StreamKind[S, Any, Any], stream: str, state: object) -> S:
    """Returns the state of a stream, which must be of that kind."""
    if isinstance(state, kind.state):
        return state
    raise IllegalError("other-table", f"{stream} is not {kind.called}", stream=stream)


def sent_before(journal: JournalReader, caller: Caller, stream: str, meta: CommandMeta) -> Written | None:
    """Returns what was written when the same command was sent before; `None` if it was not.

    A key that somebody else used, or that was used for something else, is refused.
    """
    return _written_before(journal, caller, meta, lambda first: first.stream == stream)


def opened_before(journal: JournalReader, caller: Caller, kind: str, meta: CommandMeta) -> Written | None:
    """Returns the stream that the same command opened before, whose first fact is of that kind."""
    return _written_before(journal, caller, meta, lambda first: first.kind == kind)


def _written_before(
    journal: JournalReader, caller: Caller, meta: CommandMeta, is_same: Callable[[JournalFact], bool]
) -> Written | None:
    written = None if meta.key is None else journal.answer_to(meta.key)
    if written is None:
        return None
    first = written[0]
    is_theirs = (first.actor, first.device) == (caller.name, caller.device or meta.device)
    if not (is_theirs and is_same(first) and is_same_command(first.digest, meta.digest)):
        raise KeyUsedError(meta.key)
    return written

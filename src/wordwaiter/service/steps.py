"""Use cases as steps: each gives an entry to be written, is handed what was written, and ends with an answer.

So one use case can be waited for in a thread and awaited in an event loop, whichever the caller has.
"""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, TypeVar

from wordwaiter.errors import ConflictError, WordwaiterError
from wordwaiter.service.access import Caller
from wordwaiter.store.facts import Entry, Fact
from wordwaiter.store.journal import Journal, JournalReader

T = TypeVar("T")

Steps = Generator[Entry, tuple[Fact, ...], T]
"""What is to be written, and the answer when it is. A refusal by the journal is raised where it was given."""

ATTEMPTS: Final = 50
"""How often a command is decided again because somebody else was faster; then people should look."""


@dataclass(frozen=True, slots=True)
class Sending:
    """How a command was sent."""

    device: str = ""
    """Where the caller is not known by a device of its own."""
    key: str | None = None
    """Chosen anew for each command. Sent again, it gives the same answer and does nothing."""
    seen: int | None = None
    """The version that whoever sends it has seen; refused if anything has happened since."""


SENT: Final = Sending()


def done(journal: Journal, steps: Steps[T]) -> T:
    """The answer, when everything is written."""
    try:
        entry = next(steps)
        while True:
            try:
                written = journal.append(entry)
            except WordwaiterError as error:
                entry = steps.throw(error)
            else:
                entry = steps.send(written)
    except StopIteration as end:
        answer: T = end.value
        return answer


async def awaited(journal: Journal, steps: Steps[T]) -> T:
    """The same in an event loop. What was handed to the journal is finished even if nobody waits any more."""
    try:
        entry = next(steps)
        while True:
            try:
                written = await asyncio.shield(asyncio.wrap_future(journal.submit(entry)))
            except WordwaiterError as error:
                entry = steps.throw(error)
            else:
                entry = steps.send(written)
    except StopIteration as end:
        answer: T = end.value
        return answer


def sent_before(
    journal: JournalReader, caller: Caller, stream: str | None, sending: Sending
) -> tuple[Fact, ...] | None:
    """What was written when the same command was sent before; nothing if it was not.

    A key that somebody else used is refused, and never gives their answer.
    """
    given = None if sending.key is None else journal.answer_to(sending.key)
    if given is None:
        return None
    first = given[0]
    device = caller.device or sending.device
    if (first.actor, first.device) != (caller.name, device) or stream not in (None, first.stream):
        raise ConflictError(
            "key-used", "this key was used for another command; send it again with a new key", key=sending.key
        )
    return given

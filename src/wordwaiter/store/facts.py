"""Facts as the journal keeps them, and entries: the facts that one command brings about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from wordwaiter.errors import ConflictError, MalformedError


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: its place in the journal and in its stream, its content, and by whom."""

    position: int
    """In the whole journal: 1, 2, 3 and so on without a gap."""
    stream: str
    version: int
    """In its stream: 1, 2, 3 and so on without a gap."""
    kind: str
    kind_version: int
    """Which form the body has; a form of earlier days is brought up when it is read by its family."""
    body: Mapping[str, object]
    actor: str
    device: str
    time: datetime
    key: str | None
    """The idempotency key of its entry."""
    digest: str | None = None
    """Of the command that brought it about; nothing where none was told."""
    seal: str = ""
    """A hash of it and of everything before it: in another journal another fact has this position."""


@dataclass(frozen=True, slots=True)
class PersonalPart:
    """A part of a body that is about people: stored apart, under each of these owners."""

    path: tuple[str | int, ...]
    owners: tuple[str, ...]
    otherwise: object
    """The value read in its place once it is erased."""


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that is to be written."""

    kind: str
    body: Mapping[str, object]
    kind_version: int = 1
    personal: tuple[PersonalPart, ...] = ()
    erases: tuple[str, ...] = ()
    """Owners of personal values, all of which are erased when this is written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The facts that one command writes to one stream, all of them or none."""

    stream: str
    facts: tuple[NewFact, ...]
    time: datetime
    expected_version: int | None = None
    """The version of the stream that the command was decided on; `None` where that is no matter."""
    actor: str = ""
    device: str = ""
    key: str | None = None
    """Chosen by whoever sends the command, anew for each one. Sent again, it gives the same answer."""
    digest: str | None = None
    """Stands for the command as it was sent: the same key with another one is refused."""
    person: str = ""
    """The owner of the actor's name, where that is a personal value."""

    def __post_init__(self) -> None:
        if not self.facts:
            raise ValueError("an entry has at least one fact")
        if not self.stream or self.key == "":
            raise ValueError("a stream has a name, and a key is not empty")
        _require_zone(self.time)
        kinds = [fact.kind for fact in self.facts]
        texts = (self.stream, self.actor, self.device, self.key or "", self.digest or "", *kinds)
        if not can_be_kept("".join(texts)):  # all at once: nearly always they can
            for text in texts:
                _check_text(text)

    def became(self, written: tuple[Fact, ...]) -> bool:
        """Checks if these facts are what was decided here, and not the answer to an earlier one with its key.

        Their version does not tell: of two that were sent at once, both were decided on the same, and the
        second is given what came of the first, where chance and time were others.
        """
        told = [(fact.kind, fact.body) for fact in written]
        return told == [(fact.kind, fact.body) for fact in self.facts] and (
            self.expected_version in (None, written[0].version - 1)
        )


class KeyUsedError(ConflictError):
    """The key was used before: by somebody else, elsewhere, or for something else."""

    def __init__(self, key: str | None) -> None:
        super().__init__(
            "key-used",
            "this key was already used for another command; load the page again, or choose a new key",
            key=key,
        )


def is_same_command(first: str | None, second: str | None) -> bool:
    """Checks if two digests may be of one command; an unknown digest may be of any."""
    return first is None or second is None or first == second


class StaleVersionError(ConflictError):
    """The stream has moved on since the command was decided; `since` is what happened in between."""

    def __init__(self, stream: str, expected: int, since: tuple[Fact, ...]) -> None:
        latest = expected + len(since)
        if since:
            sentence = f"{stream} has changed: it is at version {latest}, not {expected}"
        else:
            sentence = f"{stream} has no version {expected} yet"
        super().__init__(
            "stale-version", f"{sentence}; look again, then decide", stream=stream, expected=expected
        )
        self.since = since


def kept_time(time: datetime) -> datetime:
    """`time` as the journal keeps it: UTC, whole milliseconds."""
    _require_zone(time)
    utc = time.astimezone(UTC)
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def write_time(time: datetime) -> str:
    """`time` as it stands in the journal and in answers: ISO 8601, UTC, milliseconds."""
    return write_kept_time(kept_time(time))


def write_kept_time(time: datetime) -> str:
    """Writes a time that is as the journal keeps it."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _require_zone(time: datetime) -> None:
    if time.tzinfo is None:
        raise ValueError("a time without a zone could be any time")


def _check_text(text: str) -> None:
    """Refuse what one of the databases could not keep."""
    if not can_be_kept(text):
        raise MalformedError("bad-text", f"{text!r} has a character that cannot be stored; type it again")


def can_be_kept(text: str) -> bool:
    """Checks if every database can keep a text, or be asked for it: PostgreSQL takes no sign of number 0."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text

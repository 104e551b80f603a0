"""Invitation: somebody may join with these roles, by a code or by a PIN."""

from dataclasses import dataclass

from wordwaiter.service.access.callers import Grant


@dataclass(frozen=True, slots=True)
class Code:
    """A code that opens an invitation once."""

    hash: str


@dataclass(frozen=True, slots=True)
class Pin:
    """A PIN that opens an invitation again and again."""

    salt: str
    hash: str


@dataclass(frozen=True, slots=True)
class Takeover:
    """Another device asks for a printed code that is in use."""

    name: str
    address: str
    offered_hash: str
    """Of what that device has in the place of a token."""
    at_ms: int
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody may join, with these grants."""

    number: int
    name: str
    grants: frozenset[Grant]
    key: Code | Pin
    expires_ms: int
    by: str
    """The person who invited."""
    by_device: str = ""
    """The device on which the invitation was made; nothing where the program made it."""
    used_by: int | None = None
    """The device that joined by its code."""
    withdrawn: str | None = None
    """The reason why it holds no longer."""
    only_here: bool = False
    """Its code works on the computer alone that runs the program."""
    is_printed: bool = False
    """Its code hangs on a table: one device uses it at a time, and another may take it over."""
    takeover: Takeover | None = None
    """The last device that asked to take it over."""
    freed_for: str = ""
    """The hash that the device offers for which the director has freed it."""
    person: int | None = None
    """Whom it is for, by the number of the first invitation of that person; a PIN is for nobody alone."""

    def is_valid(self, now_ms: int) -> bool:
        """Checks whether it was not withdrawn and has not expired, and what it grants is still there."""
        return self.withdrawn is None and now_ms < self.expires_ms and bool(self.grants)

    def is_open(self, now_ms: int) -> bool:
        """Checks whether somebody can still join by it."""
        return self.used_by is None and self.is_valid(now_ms)

    def can_be_used_again(self, now_ms: int) -> bool:
        """Checks whether somebody can still join by it, or could when a device gives it back."""
        return self.is_valid(now_ms) and (self.is_printed or self.used_by is None)

    def is_free_for(self, offered_hash: str) -> bool:
        """Checks whether that device may join by it without asking."""
        return self.used_by is None and self.freed_for in ("", offered_hash)

    @property
    def waiting(self) -> Takeover | None:
        """Returns who waits for the director's answer."""
        return None if self.takeover is None or self.takeover.is_refused else self.takeover

"""Forms for people who enter: as typed, and read into a profile."""

from dataclasses import dataclass, replace
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.entrants.entrants import Need, Profile
from wordwaiter.tournament.entrants.names import parts
from wordwaiter.web.pages.forms import Fields

_KNOWN_NEEDS: Final = frozenset(need.value for need in Need)


@dataclass(frozen=True, slots=True)
class ProfileForm:
    """The fields of one person or team as a page shows them, whether they can be read or not."""

    name: str = ""
    club: str = ""
    age: str = ""
    members: str = ""
    rating: str = ""
    email: str = ""
    brings_set: bool = False
    brings_clock: bool = False
    by_initials: bool = False
    needs: frozenset[str] = frozenset()

    @classmethod
    def of(cls, profile: Profile) -> "ProfileForm":
        """Returns the form with the details that are known."""
        return cls(
            name=profile.name,
            club=profile.club,
            age="" if profile.age is None else str(profile.age),
            members="\n".join(profile.members),
            rating="" if profile.rating is None else str(profile.rating),
            email=profile.email,
            brings_set=profile.brings_set,
            brings_clock=profile.brings_clock,
            by_initials=profile.by_initials,
            needs=frozenset(need.value for need in profile.needs),
        )

    @classmethod
    def typed(cls, fields: Fields, whose: str = "") -> "ProfileForm":
        """Returns the form as it was sent; the names of a partner's fields begin with `whose`."""
        return cls(
            name=fields.text(f"{whose}name"),
            club=fields.text(f"{whose}club"),
            age=fields.text(f"{whose}age"),
            members="\n".join(fields.lines(f"{whose}members")),
            rating=fields.text(f"{whose}rating"),
            email=fields.text(f"{whose}email"),
            brings_set=fields.has(f"{whose}set"),
            brings_clock=fields.has(f"{whose}clock"),
            by_initials=fields.has(f"{whose}initials"),
            needs=_KNOWN_NEEDS & {*fields.texts(f"{whose}need")},
        )

    def profile(self) -> Profile:
        """The fields read; refused where a number is none."""
        return Profile(
            name=self.name,
            club=self.club,
            age=_number(self.age),
            members=parts(self.members),
            brings_set=self.brings_set,
            brings_clock=self.brings_clock,
            needs=tuple(need for need in Need if need.value in self.needs),
            rating=_number(self.rating),
            email=self.email,
            by_initials=self.by_initials,
        )

    def put_right(self, before: Profile) -> Profile:
        """The fields read, for somebody who is entered; what they need comes in the order that it had."""
        after = self.profile()
        same = set(after.needs) == set(before.needs)
        return replace(after, needs=before.needs) if same else after


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise MalformedError("not-a-number", f"{text[:20]!r} is not a whole number")
    return int(text)

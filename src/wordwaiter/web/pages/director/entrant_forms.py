"""The form of an entry, put right by two officials at once: what both have changed comes together."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

from wordwaiter.errors import ConflictError
from wordwaiter.tournament.entrants.entrants import usual_name
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.pages.director.profile_forms import ProfileForm
from wordwaiter.web.pages.forms import Fields

Say = Callable[..., str]
_Value = str | bool | frozenset[str]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The fields of an entry's page."""

    profile: ProfileForm
    pair: str = ""
    """A pair's name, where it has one of its own."""

    @classmethod
    def of(cls, tournament: Tournament, contender: int) -> "EntryForm":
        """Returns the form with the details that are known."""
        entrant, person = tournament.entrant_of(contender), tournament.contender(contender)
        is_usual = entrant.name == usual_name(each.profile for each in entrant.contenders)
        return cls(ProfileForm.of(person.profile), "" if is_usual or not entrant.is_pair else entrant.name)

    @classmethod
    def typed(cls, sent: Fields) -> "EntryForm":
        """Returns the form as it was sent."""
        return cls(ProfileForm.typed(sent), sent.text("pair"))

    def onto(self, seen: "EntryForm", now: "EntryForm") -> "EntryForm":
        """Returns what was typed over `seen`, with others' changes since where nothing was typed."""
        kept = {
            field.name: getattr(now.profile, field.name)
            for field in fields(ProfileForm)
            if getattr(self.profile, field.name) == getattr(seen.profile, field.name)
        }
        return EntryForm(
            replace(self.profile, **kept),
            now.pair if self.pair == seen.pair else self.pair,
        )

    def require_uncontested(self, seen: "EntryForm", now: "EntryForm", say: Say) -> None:
        """Refuse what was typed over `seen` where others have changed the same to something else since."""
        found = "; ".join(
            say(
                "entry.meanwhile",
                what=say(_WORDS[name]),
                now=_value_text(theirs, say),
                typed=_value_text(own, say),
            )
            for name, own, before, theirs in self._side_by_side(seen, now)
            if before not in (own, theirs) and own != theirs
        )
        if found:
            raise ConflictError(
                "entry-changed",
                f"somebody else changed this entry: {found}. Your changes are still in the form; "
                "check them, then save again",
                found=found,
            )

    def _side_by_side(
        self, seen: "EntryForm", now: "EntryForm"
    ) -> Iterator[tuple[str, _Value, _Value, _Value]]:
        for name in (field.name for field in fields(ProfileForm)):
            yield name, *(getattr(form.profile, name) for form in (self, seen, now))
        yield "pair", self.pair, seen.pair, now.pair


_WORDS: Final = {
    "name": "entrants.name",
    "club": "entrants.club",
    "age": "entrants.age",
    "members": "entrants.members",
    "rating": "entry.rating",
    "email": "entry.email",
    "brings_set": "entrants.set",
    "brings_clock": "entrants.clock",
    "by_initials": "entrants.by-initials",
    "needs": "entrants.brings-needs",
    "pair": "entrants.pair-name",
}
"""The label of each field on the page."""


def _value_text(value: _Value, say: Say) -> str:
    """A field in a sentence; an empty one is a dash. Of boxes to be ticked two never differ from a third."""
    match value:
        case frozenset():
            return ", ".join(say(f"entrants.need-{need}") for need in sorted(value)) or "–"
        case str():
            return ", ".join(value.splitlines()) or "–"
        case bool():
            return "✓" if value else "–"

"""What pages and papers say where an event's word list is missing, or another was accepted instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordwaiter.sentences import day_in_words
from wordwaiter.service.judging.missing_lists import MissingLists, ReplacedLists
from wordwaiter.web.words import Catalogue
from wordwaiter.web.words.sentences import tell


@dataclass(frozen=True, slots=True)
class MissingView:
    """A division whose word list is missing, in the reader's language."""

    number: int
    division: str
    division_is_named: bool
    """Whether other divisions lack a list too, so that it must be told which this is."""
    sentence: str
    missing: tuple[str, ...]
    add_text: str
    choices: tuple[tuple[tuple[str, ...], str], ...]
    """Lists that can be chosen now, and what the button says."""
    can_change: bool


def missing_views(missing: Sequence[MissingLists], words: Catalogue) -> tuple[MissingView, ...]:
    """Returns what is told of each division whose list is missing."""
    return tuple(_view(each, words, named=each.has_siblings) for each in missing)


def missing_sentence(each: MissingLists, words: Catalogue) -> str:
    """Returns which list the event uses, and what words are checked against until it is here."""
    used = _named(each.used)
    if not each.missing:
        return words.say("lists.unused", list=_named(each.unused), used=used)
    count = len(each.missing)
    told = {"list": _named(each.missing), "used": used}
    if each.rejected:
        rejected = words.say("lists.or", first=each.rejected[0], second=each.rejected[-1])
        return words.say("lists.missing-rejects", n=count, words=rejected, **told)
    return words.say("lists.missing", n=count, **told)


def replaced_notes(replaced: Sequence[ReplacedLists], words: Catalogue) -> tuple[str, ...]:
    """Returns what is told of each division that other lists judge than its rulebook names."""
    told: dict[str, list[str]] = {}
    for each in replaced:
        told.setdefault(replaced_sentence(each, words), []).append(each.division.name)
    if len(told) == 1 and not any(each.has_siblings for each in replaced):
        return tuple(told)
    return tuple(f"{', '.join(dict.fromkeys(names))}: {sentence}" for sentence, names in told.items())


def replaced_sentence(each: ReplacedLists, words: Catalogue) -> str:
    """Returns which lists the rules name, which decide instead, and who accepted them when."""
    return words.say(
        "lists.replaced",
        list=_named(each.named),
        used=_named(each.used),
        who=each.by,
        day=tell(words.language, day_in_words(each.time.astimezone().date())),  # of the computer in the hall
    )


def _view(each: MissingLists, words: Catalogue, *, named: bool) -> MissingView:
    choices = [(each.used, words.say("lists.accept-instead", used=_named(each.used)))]
    if each.unused:
        choices.insert(0, (each.unused, words.say("lists.use-unused", list=_named(each.unused))))
    return MissingView(
        number=each.division.number,
        division=each.division.name,
        division_is_named=named,
        sentence=missing_sentence(each, words),
        missing=each.missing,
        add_text=words.say("lists.add-missing", list=_named(each.missing[:1])),
        choices=tuple(choices),
        can_change=each.can_change,
    )


def _named(lists: Sequence[str]) -> str:
    """The lists as people write them: `OSPD6, MW11`."""
    return ", ".join(each.upper() for each in lists)

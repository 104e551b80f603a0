"""Sentences for pages and papers where an event's word list is missing, or another was accepted."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordwaiter.sentences import day_in_words
from wordwaiter.service.judging.missing_lists import MissingLists, ReplacedLists
from wordwaiter.web.words import Catalogue
from wordwaiter.web.words.sentences import tell


@dataclass(frozen=True, slots=True)
class MissingView:
    """Divisions whose word list is missing, and of which the same is told, in the reader's language."""

    numbers: tuple[int, ...]
    sentence: str
    """With the names of the divisions, unless they are all that there are."""
    missing: tuple[str, ...]
    add_text: str
    choices: tuple[tuple[tuple[str, ...], str], ...]
    """Lists that can be chosen now, and what the button says."""
    can_change: bool


def missing_views(missing: Sequence[MissingLists], words: Catalogue) -> tuple[MissingView, ...]:
    """Returns what is told of the divisions whose list is missing, once for all of which the same is told."""
    alike: dict[tuple[object, ...], list[MissingLists]] = {}
    for each in missing:
        alike.setdefault((each.stream, missing_sentence(each, words), each.can_change), []).append(each)
    return tuple(_view(group, words) for group in alike.values())


def lists_on_paper(each: MissingLists, words: Catalogue) -> str:
    """Returns what a paper for players says: which lists decide instead of those that the rules name."""
    named = _named((*each.missing, *each.unused))
    return words.say("lists.on-paper", list=named, used=_named(each.used))


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
    """Returns what is told of the divisions that other lists judge than their rulebooks name."""
    alike: dict[str, list[ReplacedLists]] = {}
    for each in replaced:
        alike.setdefault(replaced_sentence(each, words), []).append(each)
    return tuple(_of_divisions(group, sentence) for sentence, group in alike.items())


def replaced_sentence(each: ReplacedLists, words: Catalogue) -> str:
    """Returns which lists the rules name, which decide instead, and who accepted them when."""
    return words.say(
        "lists.replaced",
        list=_named(each.named),
        used=_named(each.used),
        who=each.by,
        day=tell(words.language, day_in_words(each.time.astimezone().date())),  # of the computer in the hall
    )


def _of_divisions(group: Sequence[MissingLists | ReplacedLists], sentence: str) -> str:
    if len(group) >= group[0].divisions:
        return sentence
    return f"{', '.join(each.division.name for each in group)}: {sentence}"


def _view(group: Sequence[MissingLists], words: Catalogue) -> MissingView:
    each = group[0]
    choices = [(each.used, words.say("lists.accept-instead", used=_named(each.used)))]
    if each.unused:
        choices.insert(0, (each.unused, words.say("lists.use-unused", list=_named(each.unused))))
    return MissingView(
        numbers=tuple(one.division.number for one in group),
        sentence=_of_divisions(group, missing_sentence(each, words)),
        missing=each.missing,
        add_text=words.say("lists.add-missing", list=_named(each.missing[:1])),
        choices=tuple(choices),
        can_change=each.can_change,
    )


def _named(lists: Sequence[str]) -> str:
    """The lists as people write them: `OSPD6, MW11`."""
    return ", ".join(each.upper() for each in lists)

"""Announcement: the words that the committee tells every team at the start of a round, checked beforehand."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.board import Laid, PlacedTile
from wordwaiter.rules.layout import Direction
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rulebooks.result_choices import BlanksInBonus, WordBonus
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import joined, said

_SHORTEST_WORD = 2


@dataclass(frozen=True, slots=True)
class Announcement:
    """The words of a round in capitals, as they stand on tiles; build it with `announce`."""

    starting_word: str | None = None
    surprise_word: str | None = None
    sponsors: tuple[str, ...] = ()
    """Each once, also those that no tiles can make: `check_announcement` tells."""


class AnnouncedKind(Enum):
    """The kinds of words announced for a round."""

    STARTING = "starting-word"
    SURPRISE = "surprise-word"
    SPONSORS = "sponsors"


def missing_words(announcement: Announcement, rulebook: Rulebook) -> tuple[AnnouncedKind, ...]:
    """Returns what the rules have announced at the beginning of a round, and is not."""
    wanted = {
        AnnouncedKind.STARTING: rulebook.table.starting_word is not None and not announcement.starting_word,
        AnnouncedKind.SURPRISE: isinstance(rulebook.setting("scoring.surprise_word"), WordBonus)
        and not announcement.surprise_word,
        AnnouncedKind.SPONSORS: isinstance(rulebook.setting("scoring.sponsor_word"), WordBonus)
        and not announcement.sponsors,
    }
    return tuple(kind for kind, is_missing in wanted.items() if is_missing)


NOTHING_ANNOUNCED: Final = Announcement()

MOST_SPONSORS: Final = 100
LONGEST_WORD: Final = 50
"""Letters; the longest line of a board has 21."""


def require_few_words(announcement: Announcement) -> None:
    """Refuses more than any event has: everything at a table goes through its words."""
    words = (announcement.starting_word or "", announcement.surprise_word or "", *announcement.sponsors)
    if len(announcement.sponsors) > MOST_SPONSORS or max(map(len, words)) > LONGEST_WORD:
        raise MalformedError(
            "too-many-words",
            f"announce at most {MOST_SPONSORS} sponsors, and words of at most {LONGEST_WORD} letters",
        )


def announce(
    tile_set: TileSet,
    starting_word: str | None = None,
    surprise_word: str | None = None,
    sponsors: Iterable[str] = (),
) -> Announcement:
    """Returns an announcement of these words, in any case; a sponsor named twice counts once."""

    def capitals(word: str | None) -> str | None:
        return None if word is None else tile_set.upper(word.strip())

    names = dict.fromkeys(tile_set.upper(name.strip()) for name in sponsors)
    return Announcement(capitals(starting_word), capitals(surprise_word), tuple(names))


def starting_tiles(announcement: Announcement, rulebook: Rulebook) -> tuple[Laid, ...]:
    """The tiles of the starting word on their squares: across, the first letter on the start square (bee-5).

    A letter that the set has too few of is a blank. An announcement that `check_announcement` finds fault
    with for its starting word is refused.
    """
    if announcement.starting_word is None:
        return ()
    for problem in _starting_word_problems(announcement.starting_word, rulebook):
        raise MalformedError(problem.code.value, str(problem), word=announcement.starting_word)
    supply = Counter(rulebook.table.tile_set.counts)
    laid: list[Laid] = []
    for step, label in enumerate(rulebook.table.tile_set.spell(announcement.starting_word)):
        tile = PlacedTile(label, is_blank=supply[label] == 0)
        supply[tile.kind] -= 1
        laid.append((rulebook.table.layout.start.toward(Direction.ACROSS, step), tile))
    return tuple(laid)


# ---------------------------------------------------------------- before the round


def check_announcement(announcement: Announcement, rulebook: Rulebook) -> tuple[Problem, ...]:
    """Returns problems the committee should know of before it announces these words; empty if all is well."""
    return tuple(_problems(announcement, rulebook))


def _problems(announcement: Announcement, rulebook: Rulebook) -> Iterator[Problem]:
    if announcement.starting_word is not None:
        yield from _starting_word_problems(announcement.starting_word, rulebook)
    bonus_words = [(word, "scoring.sponsor_word", said("a sponsor's name")) for word in announcement.sponsors]
    if announcement.surprise_word is not None:
        bonus_words.append((announcement.surprise_word, "scoring.surprise_word", said("the surprise word")))
    for word, setting, role in bonus_words:
        clause = rulebook.clause_of(setting)
        bonus = rulebook.setting(setting)
        if not isinstance(bonus, WordBonus):
            sentence = said(
                "{word} brings nothing: the rulebook {rulebook} has no bonus for {role}",
                word=word,
                rulebook=rulebook.name,
                role=role,
            )
            yield Problem(ProblemCode.NOT_IN_RULEBOOK, sentence, clause, words=(word,))
            continue
        blanks = rulebook.table.tile_set.blanks if bonus.blanks is BlanksInBonus.ALLOWED else 0
        faults = tuple(_word_problems(word, rulebook, blanks, clause))
        yield from faults
        if word == announcement.starting_word and not faults:
            sentence = said(
                "{word} is also the starting word, so every team has its bonus unless it alters it", word=word
            )
            yield Problem(ProblemCode.ON_EVERY_BOARD, sentence, clause, words=(word,))
    if announcement.surprise_word in announcement.sponsors:
        word = announcement.surprise_word
        sentence = said(
            "{word} is the surprise word and a sponsor's name: a team that has it earns both bonuses",
            word=word,
        )
        yield Problem(
            ProblemCode.ANNOUNCED_TWICE, sentence, rulebook.clause_of("scoring.surprise_word"), words=(word,)
        )


def _starting_word_problems(word: str, rulebook: Rulebook) -> Iterator[Problem]:
    limits = rulebook.table.starting_word
    clause = rulebook.clause_of("table.starting_word")
    if limits is None:
        sentence = said(
            "{word} cannot be laid by the committee: the rulebook {rulebook} has no starting word",
            word=word,
            rulebook=rulebook.name,
        )
        yield Problem(ProblemCode.NOT_IN_RULEBOOK, sentence, clause, words=(word,))
        return
    yield from _word_problems(word, rulebook, rulebook.table.tile_set.blanks, clause)
    layout = rulebook.table.layout
    most = min(limits.most_letters, layout.width - layout.start.col)
    length = _length(word, rulebook.table.tile_set)
    if length is not None and length > most:
        sentence = said(
            "{word} has {length} letters, and from {start} to the edge {most} fit; choose another",
            word=word,
            length=length,
            start=layout.start,
            most=most,
        )
        yield Problem(ProblemCode.STARTING_WORD_TOO_LONG, sentence, clause, words=(word,))
    if length is not None and _SHORTEST_WORD <= length < limits.least_letters:
        sentence = said(
            "{word} has {length} letters, and a starting word has {least} or more",
            word=word,
            length=length,
            least=limits.least_letters,
        )
        yield Problem(ProblemCode.WORD_TOO_SHORT, sentence, clause, words=(word,))


def _word_problems(word: str, rulebook: Rulebook, blanks: int, clause: str) -> Iterator[Problem]:
    """Yields reasons why a word cannot be laid with the tiles of the set, `blanks` of them blanks."""
    tile_set = rulebook.table.tile_set
    try:
        labels = tile_set.spell(word)
    except MalformedError as error:
        sign = error.facts["sign"]
        if sign == " ":
            sentence = said(
                "no team can lay {word}: there is no tile for a space; list one of its words", word=word
            )
        else:
            sentence = said(
                "no team can lay {word}: it has {sign}, which is on no tile", word=word, sign=repr(sign)
            )
        yield Problem(ProblemCode.CANNOT_BE_LAID, sentence, clause, words=(word,))
        return
    if len(labels) < _SHORTEST_WORD:
        sentence = said(
            "{word} is no word on a board: it needs {least} letters or more",
            word=word or said("an empty name"),
            least=_SHORTEST_WORD,
        )
        yield Problem(ProblemCode.WORD_TOO_SHORT, sentence, clause, words=(word,))
    longest = rulebook.table.longest_word
    if longest is not None and len(labels) > longest:
        sentence = said(
            "no team may lay {word}: it has {letters} letters, and a word has at most {longest}",
            word=word,
            letters=len(labels),
            longest=longest,
        )
        yield Problem(
            ProblemCode.WORD_TOO_LONG, sentence, rulebook.clause_of("table.longest_word"), words=(word,)
        )
    missing = Counter(labels) - Counter(tile_set.counts)
    if missing.total() > blanks:
        lacking = (
            said(
                "{needed} × {tile} (there are {all})",
                needed=labels.count(label),
                tile=label,
                all=tile_set.counts[label],
            )
            for label in sorted(missing)
        )
        pattern = "no team can lay {word} without blanks: it needs {lacking}"
        if blanks:
            pattern = "no team can lay {word}, even with {blanks} blanks: it needs {lacking}"
        sentence = said(pattern, word=word, blanks=blanks, lacking=joined(", ", lacking))
        yield Problem(ProblemCode.NOT_ENOUGH_TILES, sentence, clause, words=(word,))


def _length(word: str, tile_set: TileSet) -> int | None:
    try:
        return len(tile_set.spell(word))
    except MalformedError:
        return None

"""Managing word lists: put one on the shelf, and choose between rounds by which ones a division is judged."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, MalformedFileError
from wordwaiter.game.finder import Finder
from wordwaiter.lexicon import DamagedList, ListCard, Shelf, read_word_list, shipped_lists, shipped_tile_set
from wordwaiter.lexicon.cards import card_of, parse_list_name
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.rules.rulebooks.choices import OutsideWords
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.rulebooks.variants import lists_of
from wordwaiter.service.access.callers import HOUSE, Caller, require, require_part
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.word_list_facts import (
    STREAM,
    WORD_LISTS,
    AddList,
    ChooseLists,
    ChosenList,
    ListChoices,
)
from wordwaiter.service.tables.stream_names import division_numbered, place_of
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

LARGEST_FILE: Final = 32 * 1024 * 1024
"""Bytes of a file that is sent by a browser; a list without definitions has some three million."""


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file that somebody sent, and what they say of it."""

    file_name: str
    content: bytes
    name: str
    title: str = ""
    edition: str = ""
    letters: str = "english"


@dataclass(frozen=True, slots=True)
class ShelfList:
    """A list on the shelf."""

    card: ListCard
    is_shipped: bool
    used_by: tuple[str, ...]
    """The divisions of the tournament that are judged by it."""


@dataclass(frozen=True, slots=True)
class DivisionLists:
    """By which lists a division is judged."""

    division: Division
    names: tuple[str, ...]
    is_own: bool
    """Whether they were chosen for it; otherwise they are those of the house."""
    can_change: bool
    """Whether it is between rounds."""
    problem: str = ""
    """Why a list that was chosen cannot be used."""


@dataclass(frozen=True, slots=True)
class ListDesk:
    """A director's view of word lists."""

    default: tuple[str, ...]
    """Those that the program was started with."""
    shelf: tuple[ShelfList, ...]
    damaged: tuple[DamagedList, ...]
    divisions: tuple[DivisionLists, ...]
    may_add: bool


def list_desk(context: "Context", caller: Caller, stream: str) -> ListDesk:
    """The lists that there are, and by which the divisions are judged that the caller directs."""
    require_part(caller, stream)
    tournament = snapshot_of(context, stream).tournament
    divisions = tuple(
        _lists_of(context, stream, tournament, each)
        for each in tournament.divisions.values()
        if caller.directs(stream, each.name)
    )
    cards = () if context.shelf is None else context.shelf.cards()
    return ListDesk(
        default=default_lists(context),
        shelf=tuple(
            ShelfList(
                card,
                card.name in shipped_lists(),
                tuple(each.division.name for each in divisions if card.name in each.names),
            )
            for card in cards
            if isinstance(card, ListCard)
        ),
        damaged=tuple(card for card in cards if isinstance(card, DamagedList)),
        divisions=divisions,
        may_add=context.shelf is not None and caller.holds(HOUSE),
    )


def _lists_of(context: "Context", stream: str, tournament: Tournament, division: Division) -> DivisionLists:
    chosen = chosen_lists(context, stream, division.number)
    problem = ""
    try:
        if judge_of_division(context, stream, division.number) is None and context.judge is not None:
            letters = context.rulebooks(division.rulebook).table.tile_set.name
            raise MalformedError(
                "no-list-of-letters", f"add a word list for {letters} tiles first", letters=letters
            )
    except MalformedError as error:
        problem = error.sentence
    return DivisionLists(
        division=division,
        names=tuple(each.name for each in chosen) or default_lists(context),
        is_own=bool(chosen),
        can_change=is_between_rounds(tournament, division.name),
        problem=problem,
    )


def default_lists(context: "Context") -> tuple[str, ...]:
    """Returns the names of the lists that judge where none were chosen."""
    return () if context.judge is None else tuple(each.name for each in context.judge.lexicons)


def chosen_lists(context: "Context", stream: str, number: int) -> tuple[ChosenList, ...]:
    """Returns the lists that were chosen for a division; none where those of the house judge it."""
    return _choices(context).chosen.get((stream, number), ())


def _choices(context: "Context") -> ListChoices:
    # A server has heard of all streams; only a command in a terminal has to look for it.
    if not context.states.knows(STREAM) and (context.is_serving or not context.journal.version(STREAM)):
        return ListChoices()
    choices: ListChoices = context.states.of(STREAM).state
    return choices


def is_between_rounds(tournament: Tournament, division: str) -> bool:
    """Checks if the lists of a division can be changed now."""
    under_way = tournament.open_round(division)
    return under_way is None or under_way.stage is RoundStage.PUBLISHED


# ---------------------------------------------------------------- what the director does


def add_list(context: "Context", caller: Caller, file: ListFile) -> ListCard:
    """Put a list on the shelf, from a text or KWG file; the shelf is the house's, so its director does it."""
    require(caller, HOUSE)
    shelf = _shelf(context)
    if len(file.content) > LARGEST_FILE:
        raise MalformedError(
            "large-list", f"the file is over {LARGEST_FILE // 1024 // 1024} MB; send only the words"
        )
    if not file.content:
        raise MalformedError("empty-list", "the file is empty or missing; choose a file")
    tile_set = shipped_tile_set(file.letters)
    name = parse_list_name(file.name)
    suffix = ".kwg" if file.file_name.lower().endswith(".kwg") else ".txt"
    with tempfile.TemporaryDirectory(prefix="wordwaiter") as folder:
        path = Path(folder) / f"list{suffix}"
        path.write_bytes(file.content)
        try:
            words = read_word_list(path, tile_set).words
        except MalformedFileError as error:
            where = "" if error.line is None else f"line {error.line}: "
            raise MalformedError(error.code, f"{where}{error.reason}") from error
    source = "".join(each for each in file.file_name if each.isprintable())[:100]
    card = card_of(words, name, title=file.title, edition=file.edition, letters=file.letters, source=source)
    try:
        shelf.add(card, words)
    except ConflictError as error:
        raise ConflictError(
            "list-exists", f"there is already a list {name!r}; choose another name", name=name
        ) from error
    execute(context, caller, WORD_LISTS, STREAM, AddList(card.name, card.sha256, card.count))
    return card


def choose_lists(
    context: "Context", caller: Caller, stream: str, number: int, names: Sequence[str]
) -> tuple[ChosenList, ...]:
    """Judge a division by these lists from now on, or by those of the house; only between rounds."""
    require_part(caller, stream)
    tournament = snapshot_of(context, stream).tournament
    division = division_numbered(tournament, number)
    if not is_between_rounds(tournament, division.name):
        raise IllegalError(
            "round-under-way",
            f"{division.name} has a round in progress; change word lists between rounds",
            division=division.name,
        )
    shelf = _shelf(context) if names else None
    cards = () if shelf is None else tuple(shelf.card(name) for name in dict.fromkeys(names))
    wanted = context.rulebooks(division.rulebook).table.tile_set
    for card in cards:
        if shipped_tile_set(card.letters).labels != wanted.labels:
            raise MalformedError(
                "other-tiles",
                f"the list {card.name} uses {card.letters} tiles, but {division.name} uses "
                f"{wanted.name} tiles; choose another list",
            )
    chosen = tuple(ChosenList(card.name, card.sha256) for card in cards)
    execute(context, caller, WORD_LISTS, STREAM, ChooseLists(stream, number, chosen))
    return chosen


def _shelf(context: "Context") -> Shelf:
    if context.shelf is None:
        raise IllegalError("no-shelf", "this server cannot store word lists")
    return context.shelf


# ---------------------------------------------------------------- who rules by them


def require_judge(context: "Context") -> Judge:
    """Returns the judge that the program was started with; refuses where there is none."""
    if context.judge is None:
        raise IllegalError("no-word-list", "this server has no word list, so nobody can rule")
    return context.judge


def judge_by(context: "Context", names: tuple[str, ...]) -> Judge:
    """Returns the judge by these lists of the shelf; the one of the house where none is named."""
    house = require_judge(context)
    return Judge(_lexicons(context, names), house.longest) if names else house


def _lexicons(context: "Context", names: tuple[str, ...]) -> tuple[Lexicon, ...]:
    return tuple(_opened(_shelf(context), each) for each in _as_they_are(_shelf(context), names))


def _as_they_are(shelf: Shelf, names: tuple[str, ...]) -> tuple[ChosenList, ...]:
    return tuple(ChosenList(name, shelf.card(name).sha256) for name in names)


def lists_to_play(context: "Context") -> tuple[ListCard, ...]:
    """The lists on the shelf that a free game can be played by."""
    cards = () if context.shelf is None else context.shelf.cards()
    return tuple(card for card in cards if isinstance(card, ListCard))


def house_cards(context: "Context") -> tuple[ListCard, ...]:
    """The lists that the program was started with, as far as they are on the shelf."""
    return tuple(card for card in lists_to_play(context) if card.name in default_lists(context))


def judge_of_division(context: "Context", stream: str, number: int) -> Judge | None:
    """The judge of a division: by the lists that were chosen for it, otherwise by those of the house.

    The length of words and the names of sponsors are those of the division's rulebook (bee-8-9, bee-11).
    """
    if context.judge is None:
        return None
    chosen = chosen_lists(context, stream, number)
    lexicons = tuple(_opened(_shelf(context), each) for each in chosen) or context.judge.lexicons
    tournament = snapshot_of(context, stream).tournament
    division = next((each for each in tournament.divisions.values() if each.number == number), None)
    if division is None:
        return Judge(lexicons, context.judge.longest)
    rulebook = context.rulebooks(division.rulebook)
    if not chosen and rulebook.table.tile_set.labels != context.judge.tile_set.labels:
        return None  # the lists of the house are spelled with other tiles: nobody could rule by them
    is_open = rulebook.words.outside_words is OutsideWords.SPONSORS
    names = tournament.good_sponsors(division.name) if is_open else ()
    return Judge(lexicons, rulebook.table.longest_word or context.judge.longest, frozenset(names))


def finder_at(context: "Context", stream: str, names: tuple[str, ...] = ()) -> Finder | None:
    """Returns a finder of plays left at a table, by the lists of its division, or of a free game."""
    place = place_of(stream)
    chosen = () if place is None else _choices(context).chosen.get((place.tournament, place.division), ())
    if names and context.shelf is not None:
        chosen = _as_they_are(context.shelf, names)
    if not chosen or context.finder is None:
        return context.finder
    return _finder(_shelf(context), chosen)


def lists_at(context: "Context", stream: str) -> tuple[str, ...]:
    """Returns the names of the lists that judge a table of a round."""
    place = place_of(stream)
    chosen = () if place is None else chosen_lists(context, place.tournament, place.division)
    return tuple(each.name for each in chosen) or default_lists(context)


def lists_of_record(context: "Context", stream: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Returns the names of the lists that a game record names: those that judge the table."""
    return lists_of(rulebook.name) or lists_at(context, stream)


@lru_cache(maxsize=16)
def _opened(shelf: Shelf, chosen: ChosenList) -> Lexicon:
    lexicon = shelf.open(chosen.name)
    if lexicon.hash != chosen.sha256:
        raise MalformedError(
            "list-changed",
            f"the words of {chosen.name} have changed; choose the list again between rounds",
            name=chosen.name,
        )
    return lexicon


@lru_cache(maxsize=8)
def _finder(shelf: Shelf, chosen: tuple[ChosenList, ...]) -> Finder:
    from wordwaiter.engine.finder import EngineFinder  # loads the engine, which few commands need

    return EngineFinder(tuple(_opened(shelf, each) for each in chosen))

"""All that is known of an event when it is over: the tournament, and what was played at its tables."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from wordwaiter.errors import IllegalError
from wordwaiter.game.hare.decide import HareRound
from wordwaiter.game.table import Stage, Table
from wordwaiter.notation.record import GameRecord, Pragma
from wordwaiter.notation.table_record import record_of
from wordwaiter.paper.game_sheets import PlayedGame
from wordwaiter.paper.links import opening_of
from wordwaiter.paper.public import author_for_everybody, for_everybody
from wordwaiter.rules.board import Board
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.access.callers import NOBODY, director_of_everything
from wordwaiter.service.judging.word_list_facts import choices_in
from wordwaiter.service.streams import Rulebooks, all_families, shipped
from wordwaiter.service.tables.names_at_tables import NamesAtTables
from wordwaiter.service.tables.note_facts import Note, notes_by_turn, notes_in
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.service.tournaments.snapshots import load_tournament
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament.rounds.rounds import Scored
from wordwaiter.tournament.rounds.table_results import Place, with_first_moves
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """A board of a round, and what lay on it in the end."""

    place: Place
    played: Table | HareRound
    notes: tuple[Note, ...] = ()
    """Notes written about its turns."""
    lists: tuple[str, ...] = ()
    """The word lists that judged it, where they are known."""

    @property
    def board(self) -> Board:
        return self.played.position.board if isinstance(self.played, Table) else self.played.board

    @property
    def names(self) -> tuple[str, ...]:
        """Returns who played at it."""
        return self.played.sides if isinstance(self.played, Table) else (self.played.team,)

    @property
    def where(self) -> str:
        """`Open, round 2, table 7`."""
        board = "" if self.place.board == 1 else f", board {self.place.board}"
        return f"{self.place.division}, round {self.place.round}, table {self.place.table}{board}"

    def with_names(self, names: NamesAtTables) -> "BoardPlayed":
        """Returns the board with the names of those who played at it."""
        named = (
            names.of_table(self.place, self.played)
            if isinstance(self.played, Table)
            else names.of_board(self.place, self.played)
        )
        return replace(self, played=named)

    def with_authors(self, told: Callable[[str], str]) -> "BoardPlayed":
        """Returns the board with what stands for the names of those who wrote notes."""
        return replace(self, notes=tuple(replace(note, by=told(note.by)) for note in self.notes))


@dataclass(frozen=True)
class Event:
    """A tournament with its tables."""

    tournament: Tournament
    boards: tuple[BoardPlayed, ...] = ()
    rulebooks: Rulebooks = shipped

    def rulebook_of(self, division: str) -> Rulebook:
        """The rules that a division plays by."""
        return self.rulebooks(self.tournament.division(division).rulebook)

    @cached_property
    def public(self) -> Tournament:
        """The tournament as the public may see it."""
        return for_everybody(self.tournament)

    @cached_property
    def rated(self) -> Tournament:
        """The tournament as a rating officer wants it: with who began each game, where its table told."""
        at = {each.place: each.played for each in self.boards}
        return with_first_moves(self.tournament, at.get)

    @cached_property
    def public_boards(self) -> tuple[BoardPlayed, ...]:
        """The boards as the public may see them: whoever asked for it is shown by initials."""
        names, author = NamesAtTables(NOBODY, "", self.tournament), author_for_everybody(self.tournament)
        return tuple(each.with_names(names).with_authors(author) for each in self.boards)

    @cached_property
    def games(self) -> tuple[PlayedGame, ...]:
        """The games of turns that a record can tell, as the public may see them."""
        return tuple(game for _, game in self.told_games())

    def told_games(self) -> Iterator[tuple[BoardPlayed, PlayedGame]]:
        """Each of these games with the board that it was played at."""
        for each in self.public_boards:
            if isinstance(each.played, Table) and each.played.turns:
                record = self._record(each)
                if record is not None:
                    totals = self._card_totals(each.place, each.played)
                    yield each, PlayedGame(record, each.played.rulebook, each.where, totals)

    def _card_totals(self, place: Place, table: Table) -> tuple[tuple[str, int], ...]:
        """Returns the totals of a game that was not entered to its end, by side."""
        sitting = self.tournament.round(place.division, place.round).sitting_at(place.table, place.board)
        if sitting is None or table.stage is Stage.ENDED or not isinstance(sitting.outcome, Scored):
            return ()
        return tuple(zip(table.sides, sitting.outcome.scores, strict=True))

    def _record(self, each: BoardPlayed) -> GameRecord | None:
        assert isinstance(each.played, Table)  # noqa: S101 - told_games asks for tables alone
        try:
            record = record_of(each.played, notes_by_turn(each.notes), each.lists)
        except IllegalError:
            return None
        title = Pragma("title", f"{self.tournament.name}: {each.where}")
        return GameRecord(record.players, record.moves, (title, *record.pragmas), record.notes)


def event_of(
    journal: JournalReader,
    stream: str | None = None,
    rulebooks: Rulebooks = shipped,
    lists_of_house: tuple[str, ...] = (),
) -> Event:
    """The tournament of that stream, or the latest, with all tables of its rounds.

    `lists_of_house` judge divisions for which none were chosen, where the program runs that knows them.
    """
    kept = load_tournament(journal, stream)
    families = all_families(rulebooks)
    notes, choices = notes_in(journal).of, choices_in(journal)
    names = NamesAtTables(director_of_everything(""), kept.stream, kept.tournament)
    found: dict[BoardPlace, BoardPlayed] = {}
    # A place whose round was paired anew has several streams; the one that was opened last counts.
    for name in sorted((end.stream for end in journal.stream_ends()), key=opening_of):
        place = place_of(name)
        if place is None or place.tournament != kept.stream:
            continue
        facts = journal.facts(name)
        played = families.of(facts[0].kind).fold(facts)
        if isinstance(played, Table | HareRound):
            lists = choices.names(kept.stream, place.division) or lists_of_house
            board = BoardPlayed(place.in_tournament(kept.tournament), played, notes.get(name, ()), lists)
            found[place] = board.with_names(names)
    ordered = tuple(found[place] for place in sorted(found, key=_reading_order))
    return Event(kept.tournament, ordered, rulebooks)


def _reading_order(place: BoardPlace) -> tuple[int, int, int, int]:
    return place.division, place.round, place.table, place.board

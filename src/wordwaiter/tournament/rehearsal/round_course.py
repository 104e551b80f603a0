"""The rounds of one division: published, seated, played at every table at once, entered and closed."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordwaiter.errors import ConflictError
from wordwaiter.game.commands import OpenTable
from wordwaiter.game.hare.challenge import PlacedWord, scored_words
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import AnnouncedKind, Announcement
from wordwaiter.rules.rulebooks.choices import (
    ChessClockIfAny,
    OneTeamInTurn,
    OrganisersRoomClock,
    RoomClock,
)
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import BoardSeen, board_seen
from wordwaiter.tournament.equipment import clock_at_board, equipment
from wordwaiter.tournament.rehearsal.building_table import BuildingTable
from wordwaiter.tournament.rehearsal.fundraising import buying
from wordwaiter.tournament.rehearsal.hall import Course, Ended, Served, Steps, Until
from wordwaiter.tournament.rehearsal.room import CHALLENGE, DIRECTOR, JUDGE, SHEET, RehearsalRoom
from wordwaiter.tournament.rehearsal.turn_table import TurnTable
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.rounds.rounds import Round, Sitting
from wordwaiter.tournament.rounds.table_results import Place, result_of_table
from wordwaiter.tournament.state import Division


@dataclass(frozen=True, slots=True)
class RoundResponse:
    """When a round went on, in milliseconds since midnight."""

    division: str
    number: int
    published_ms: int
    started_ms: int
    first_table_ms: int
    """When the first table had finished."""
    last_table_ms: int
    closed_ms: int


class DivisionCourse:
    """A division from its first round to its last."""

    def __init__(self, room: RehearsalRoom, division: str) -> None:
        self._room = room
        self._division: Division = room.tournament.division(division)
        self._rulebook = shipped_rulebook(self._division.rulebook)
        self.rounds: list[RoundResponse] = []

    def steps(self) -> Steps:
        """Round after round, with the breaks between them."""
        room = self._room
        count = self._division.format.rounds.count
        for number in range(1, count + 1):
            yield from self._round(number)
            pause = room.plan.break_after(number)
            if pause is not None and number < count:
                yield Until(room.hall.now_ms + pause.length)

    def _round(self, number: int) -> Steps:
        room, name = self._room, self._division.name
        published_ms = room.hall.now_ms
        announced = self._announced(number)
        room.clerk.give(propose_round(room.tournament, name, DIRECTOR, room.rng).command)
        yield Until(room.hall.now_ms + room.plan.day.seating.draw(room.rng))
        room.clerk.give(c.StartRound(DIRECTOR, name, draw_tiles=True))
        started_ms = room.hall.now_ms
        played = room.tournament.rounds_of(name)[-1]
        tables = {
            sitting.sides[0]: _TableCourse(room, self._rulebook, played, sitting, announced)
            for sitting in played.sittings
        }
        with_clock = self._boards_with_clock(len(tables))
        courses = [
            room.hall.begin(table.steps(has_clock=index < with_clock))
            for index, table in enumerate(tables.values())
        ]
        courses += self._buying(played, tables)
        yield Ended(courses)
        finished = [table.finished_ms for table in tables.values()]
        if self._division.format.sides_at_a_table == 1:
            room.clerk.give(c.CallRoundTime(DIRECTOR, name))
            yield from self._board_challenges(number, tables)
        room.clerk.give(c.CloseRound(DIRECTOR, name))
        self.rounds.append(
            RoundResponse(
                name, number, published_ms, started_ms, min(finished), max(finished), room.hall.now_ms
            )
        )

    def _announced(self, number: int) -> Announcement:
        name, starting = self._division.name, self._room.plan.words.starting
        if self._rulebook.table.starting_word is None:
            return Announcement()
        word = starting[min(number, len(starting)) - 1] if starting else None
        self._room.clerk.give(c.AnnounceWords(DIRECTOR, name, number, word, without=tuple(AnnouncedKind)))
        return self._room.tournament.announcement(name, number)

    def _boards_with_clock(self, boards: int) -> int:
        """Returns how many boards have a clock: all where the rules ask for one, else what is there."""
        if not isinstance(self._rulebook.clock.game, ChessClockIfAny):
            return boards
        found = equipment(self._room.tournament)
        free = found.clocks_brought + found.clocks_provided - self._room.clocks.now
        return min(boards, max(free, 0))

    def _buying(self, played: Round, tables: "Mapping[int, _TableCourse]") -> list[Course]:
        """Returns the purchases of teams while the round goes on."""
        if self._rulebook.words.peek_cents is None and not isinstance(self._rulebook.play, Building):
            return []
        return [
            self._room.hall.begin(steps)
            for team, table in tables.items()
            for steps in buying(self._room, self._rulebook, played, team, table.take_back)
        ]

    def _board_challenges(self, number: int, tables: "Mapping[int, _TableCourse]") -> Steps:
        """Members look at other teams' boards and go to the judges."""
        room = self._room
        if not isinstance(self._rulebook.challenge, BoardChallenge) or len(tables) < 2:
            return
        going = [
            room.hall.begin(self._board_challenge(number, team, tables))
            for team in tables
            if room.rng.random() < room.plan.building.challenges
        ]
        yield Ended(going)

    def _board_challenge(self, number: int, team: int, tables: "Mapping[int, _TableCourse]") -> Steps:
        room = self._room
        other = room.rng.choice([each for each in tables if each != team])
        target = self._doubted(tables[other])
        yield Until(room.hall.now_ms + room.plan.judges.walk.draw(room.rng))
        member = room.tournament.contender(team).profile.members[0]
        try:
            room.clerk.give(c.ChallengeBoardWord(member, number, team, other, target))
        except ConflictError:
            return  # another team was faster with the same word
        yield Served(room.judges, room.plan.judges.answer.draw(room.rng), CHALLENGE)
        room.clerk.give(c.RuleBoardWord(JUDGE, number, team, room.players.all_good([target.word])))

    def _doubted(self, table: "_TableCourse") -> PlacedWord:
        """A word of a board: one that is none if somebody sees it, or any."""
        words = self._room.clerk.boards[table.place].words
        bad = [each for each in words if not self._room.players.all_good([each.word])]
        chosen = self._room.rng.choice(bad or words)
        return PlacedWord(chosen.word, chosen.square, chosen.direction)


class _TableCourse:
    """One board of a round."""

    def __init__(
        self,
        room: RehearsalRoom,
        rulebook: Rulebook,
        played: Round,
        sitting: Sitting,
        announced: Announcement,
    ) -> None:
        self._room = room
        self._rulebook = rulebook
        self._played = played
        self._sitting = sitting
        self._announced = announced
        self._game: TurnTable | BuildingTable | None = None
        self.finished_ms = 0

    def steps(self, *, has_clock: bool) -> Steps:
        """Play or build, count, and enter the sheet at the desk; the clock is taken at once."""
        clocks = int(has_clock and clock_at_board(self._rulebook))
        self._room.clocks.add(clocks)  # before it begins: who starts at this moment too has the others
        return self._steps(clocks, has_clock=has_clock)

    def _steps(self, clocks: int, *, has_clock: bool) -> Steps:
        room = self._room
        room.boards.add(1)
        self._game = self._begun(has_clock=has_clock)
        yield from self._game.steps()
        self.finished_ms = room.hall.now_ms
        room.boards.add(-1)
        room.clocks.add(-clocks)
        yield Served(room.desk, room.plan.day.sheet.draw(room.rng), SHEET)
        room.clerk.give(self._result(self._game))
        seen = self._seen(self._game)
        if seen is not None:
            room.clerk.boards[self.place] = seen

    def _begun(self, *, has_clock: bool) -> TurnTable | BuildingTable:
        room, played = self._room, self._played
        length_ms = room.tournament.division(played.division).format.length_ms(played.number)
        names = tuple(room.tournament.contender(side).name for side in self._sitting.sides)
        if isinstance(self._rulebook.play, Building):
            removed = played.removed.get(self._sitting.sides[0], ())
            ends_ms = room.hall.now_ms + (length_ms or 0)
            return BuildingTable(room, self._rulebook, self._announced, removed, ends_ms)
        seats: tuple[str, ...] = ()
        if isinstance(self._rulebook.table.form, OneTeamInTurn):
            seats = room.tournament.contender(self._sitting.sides[0]).profile.members
        clock = self._rulebook.clock.game
        is_timed = isinstance(clock, RoomClock | OrganisersRoomClock | ChessClockIfAny)
        room_ms = length_ms if is_timed else None
        opening = OpenTable(
            TableKind.VIRTUAL,
            names,
            seats,
            self._announced,
            room_ms=room_ms,
            room_running=room_ms is not None,
            side_ms=room.plan.play.side_clock if has_clock and isinstance(clock, ChessClockIfAny) else None,
            contenders=self._sitting.sides,
        )
        return TurnTable(room, self._rulebook, opening)

    @property
    def place(self) -> Place:
        """Returns where the table stands."""
        played, sitting = self._played, self._sitting
        return Place(played.division, played.number, sitting.table, sitting.board)

    def _seen(self, game: TurnTable | BuildingTable) -> BoardSeen | None:
        """The finished board, as others may challenge it."""
        match game:
            case TurnTable(table=table):
                return board_seen(table)
            case BuildingTable():
                return BoardSeen(scored_words(game.tally().words))

    def take_back(self, tiles: tuple[str, ...]) -> None:
        """Tiles that the team bought back come on the table."""
        if isinstance(self._game, BuildingTable):
            self._game.take_back(tiles)

    def _result(self, game: TurnTable | BuildingTable) -> c.Command:
        place = self.place
        match game:
            case TurnTable():
                return result_of_table(self._room.tournament, place, game.table, DIRECTOR)
            case BuildingTable():
                where = (place.division, place.round, place.table)
                return c.TakeTableResult(DIRECTOR, *where, (game.tally().total,), place.board)

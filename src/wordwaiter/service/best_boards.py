"""The best boards of closed rounds beside those of the teams, and when they may be seen.

A team has a bag of its own, and the tiles taken out of it are its own too; so what was possible is told for
the tiles that the team had in the end: all that were not taken out, and those that it bought back.

A board of good words helps whoever plays, so nobody sees one before the round is closed, nor while any other
round runs here: then what comes from a word list is for judges alone.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.game.hare_round import FoundBoard, HareRound
from wordwaiter.game.hare_round import RoundStage as BoardStage
from wordwaiter.rules.board import Board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rulebook import Building
from wordwaiter.service.access import NOBODY
from wordwaiter.service.door import running_rounds
from wordwaiter.service.places import EXAMPLE, BoardPlace, place_of
from wordwaiter.service.round_tables import stream_at
from wordwaiter.service.showing import tournament_for
from wordwaiter.service.tournament_steps import kept_in, streams_in
from wordwaiter.tournament.rounds import Round, RoundStage, Scored
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.house import House

_IN_PLAY = frozenset({RoundStage.RUNNING, RoundStage.ENDED})


@dataclass(frozen=True, slots=True)
class TeamBest:
    """A team's board of a closed round, and the best that was found for its tiles."""

    name: str
    stream: str
    table: int
    contender: int
    board: Board
    points: int
    """What the round brought the team, with rulings."""
    best: FoundBoard
    tiles: int
    """That the team had to build from."""
    are_known: bool
    """Whether it was noted which tiles were taken out; otherwise the best board is of all tiles."""

    @property
    def has_all(self) -> bool:
        """Whether the best board is built from all tiles."""
        return not self.are_known or self.tiles == self.board.tile_set.size


@dataclass(frozen=True, slots=True)
class RoundBest:
    """A closed round of a division: its teams with their best boards, the winners first."""

    division: Division
    number: int
    teams: tuple[TeamBest, ...]

    @property
    def winner(self) -> TeamBest:
        return self.teams[0]

    def team(self, contender: int) -> TeamBest | None:
        """One team."""
        return next((each for each in self.teams if each.contender == contender), None)


def builds(house: "House", division: Division) -> bool:
    """Whether teams of a division build boards, instead of playing in turns."""
    return isinstance(house.rulebooks(division.rulebook).play, Building)


def is_shown(house: "House", stream: str, built: HareRound) -> bool:
    """Whether the best board of a team's board may be seen now, by anybody."""
    place = place_of(stream)
    if place is None:
        return built.stage is not BoardStage.BUILDING and why_no_practice(house) is None
    tournament: Tournament = house.states.of(place.tournament).state
    return _is_closed(tournament, place) and not _is_shut(house, tournament)


def _is_closed(tournament: Tournament, place: BoardPlace) -> bool:
    for division in tournament.divisions.values():
        rounds = tournament.rounds_of(division.name)
        if division.number == place.division and place.round <= len(rounds):
            return rounds[place.round - 1].stage is RoundStage.CLOSED
    return False


def _is_shut(house: "House", tournament: Tournament) -> bool:
    """Whether a round runs here; of an example, which shuts nothing else, whether its boards are built."""
    if running_rounds(house.states, house.devices.ended)():
        return True
    return any(
        latest.stage in _IN_PLAY
        for division in tournament.divisions.values()
        if builds(house, division) and (latest := tournament.latest_round(division.name)) is not None
    )


def why_no_practice(house: "House") -> str | None:
    """The name of the tournament for which nobody may practise now: a round runs, or its words are announced.

    Whoever knew the words of a round could let the program build its best board and learn it by heart.
    """
    ended = house.devices.ended()
    running = running_rounds(house.states, house.devices.ended)()
    for stream in streams_in(house):
        if stream.startswith(f"{EXAMPLE}-") or stream in ended:
            continue
        tournament = kept_in(house, stream).tournament
        if stream in running or _has_words_to_come(house, tournament):
            return tournament.name
    return None


def _has_words_to_come(house: "House", tournament: Tournament) -> bool:
    return any(
        number > len(rounds) or rounds[number - 1].stage is not RoundStage.CLOSED
        for (name, number), words in tournament.announcements.items()
        if name in tournament.divisions and words.starting_word and builds(house, tournament.divisions[name])
        for rounds in (tournament.rounds_of(name),)
    )


# ---------------------------------------------------------------- what the room sees


def latest_best(house: "House", stream: str, tournament: Tournament, division: Division) -> RoundBest | None:
    """The latest closed round of a division of which best boards may be seen; names are the tournament's."""
    if not builds(house, division) or _is_shut(house, tournament):
        return None
    closed = [each for each in tournament.rounds_of(division.name) if each.stage is RoundStage.CLOSED]
    for played in reversed(closed):
        if best := _round_best(house, stream, tournament, division, played):
            return best
    return None


def best_of_round(house: "House", stream: str, number: int, played: int) -> RoundBest | None:
    """The best boards of one round of the division with that number, as everybody may see them."""
    tournament = tournament_for(NOBODY, stream, kept_in(house, stream).tournament)
    division = next((each for each in tournament.divisions.values() if each.number == number), None)
    if division is None or not builds(house, division) or _is_shut(house, tournament):
        return None
    rounds = tournament.rounds_of(division.name)
    if not 1 <= played <= len(rounds) or rounds[played - 1].stage is not RoundStage.CLOSED:
        return None
    return _round_best(house, stream, tournament, division, rounds[played - 1])


def _round_best(
    house: "House", stream: str, tournament: Tournament, division: Division, played: Round
) -> RoundBest | None:
    teams: list[TeamBest] = []
    for sitting in played.sittings:
        own = stream_at(
            house, BoardPlace(stream, division.number, played.number, sitting.table, sitting.board)
        )
        built = None if own is None else house.states.of(own).state
        if own is None or not isinstance(built, HareRound) or built.best is None:
            continue
        if not isinstance(sitting.outcome, Scored):
            continue
        (team,) = sitting.sides
        (points,) = played.with_rulings(sitting, sitting.outcome.scores)
        teams.append(
            TeamBest(
                name=tournament.contender(team).name,
                stream=own,
                table=sitting.table,
                contender=team,
                board=built.board,
                points=points,
                best=built.best,
                tiles=built.board.tile_set.size - built.removed.count,
                are_known=isinstance(built.removed, RemovedTiles),
            )
        )
    teams.sort(key=lambda each: (-each.points, each.name))
    return RoundBest(division, played.number, tuple(teams)) if teams else None

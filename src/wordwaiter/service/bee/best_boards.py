"""The best boards of closed rounds beside those of the teams, and when they may be seen.

A team has a bag of its own, and the tiles taken out of it are its own too; so what was possible is told for
the tiles that the team had in the end: all that were not taken out, and those that it bought back.

A board of good words helps whoever plays, so nobody sees one before the round is closed, nor while any other
round runs here: then what comes from a word list is for judges alone.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.game.hare.round import FoundBoard, HareRound, tally_of
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.rules.board import Board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.tables.stream_names import EXAMPLE, BoardPlace, place_of
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, Scored
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_IN_PLAY = frozenset({RoundStage.RUNNING, RoundStage.ENDED})


@dataclass(frozen=True, slots=True)
class TeamBest:
    """A team's board of a closed round, and the best that was found for its tiles."""

    name: str
    stream: str
    table: int
    contender: int
    board: Board
    is_entered: bool
    """Whether the board was kept here; otherwise only its total was handed in."""
    points: int
    """The team's points in the round, with rulings."""
    best: FoundBoard
    tiles: int
    """That the team had to build from."""
    are_known: bool
    """Whether it was noted which tiles were taken out; otherwise the best board is of all tiles."""

    @property
    def has_all(self) -> bool:
        """Checks whether the best board is built from all tiles."""
        return not self.are_known or self.tiles == self.board.tile_set.size


@dataclass(frozen=True, slots=True)
class RoundBest:
    """A closed round of a division: its teams with their best boards, the winners first."""

    division: Division
    number: int
    teams: tuple[TeamBest, ...]
    """Those of which the best board is known; the winner of the round is always one of them."""

    @property
    def winner(self) -> TeamBest:
        """Returns who made the most points; of several, one."""
        return self.teams[0]

    @property
    def is_alike(self) -> bool:
        """Checks whether every team had all tiles, so that the same was possible for all."""
        return all(each.has_all and each.are_known for each in self.teams)

    def team(self, contender: int) -> TeamBest | None:
        """One team."""
        return next((each for each in self.teams if each.contender == contender), None)


def builds(context: "Context", division: Division) -> bool:
    """Checks whether teams of a division build boards, instead of playing in turns."""
    return isinstance(context.rulebooks(division.rulebook).play, Building)


def is_shown(context: "Context", stream: str, built: HareRound) -> bool:
    """Checks whether the best board of a team's board may be seen now, by anybody."""
    place = place_of(stream)
    if place is None:
        return built.stage is not BoardStage.BUILDING and why_no_practice(context) is None
    tournament: Tournament = context.states.of(place.tournament).state
    return _is_closed(tournament, place) and not _is_shut(context, tournament)


def _is_closed(tournament: Tournament, place: BoardPlace) -> bool:
    for division in tournament.divisions.values():
        rounds = tournament.rounds_of(division.name)
        if division.number == place.division and place.round <= len(rounds):
            return rounds[place.round - 1].stage is RoundStage.CLOSED
    return False


def _is_shut(context: "Context", tournament: Tournament) -> bool:
    """Checks if a round runs here; of an example, which shuts nothing else, whether its boards are built."""
    if context.running():
        return True
    return any(
        latest.stage in _IN_PLAY
        for division in tournament.divisions.values()
        if builds(context, division) and (latest := tournament.latest_round(division.name)) is not None
    )


def why_no_practice(context: "Context") -> str | None:
    """The name of the tournament for which nobody may practise now: a round runs, or its words are announced.

    Whoever knew the words of a round could let the program build its best board and learn it by heart.
    """
    ended = context.devices.ended()
    running = context.running()
    for stream in streams_in(context):
        if stream.startswith(f"{EXAMPLE}-") or stream in ended:
            continue
        tournament = snapshot_of(context, stream).tournament
        if stream in running or _has_words_to_come(context, tournament):
            return tournament.name
    return None


def _has_words_to_come(context: "Context", tournament: Tournament) -> bool:
    return any(
        number > len(rounds) or rounds[number - 1].stage is not RoundStage.CLOSED
        for (name, number), words in tournament.announcements.items()
        if name in tournament.divisions
        and words.starting_word
        and builds(context, tournament.divisions[name])
        for rounds in (tournament.rounds_of(name),)
    )


# ---------------------------------------------------------------- what the room sees


def latest_best(
    context: "Context", stream: str, tournament: Tournament, division: Division
) -> RoundBest | None:
    """The best boards of a division's latest closed round, if they may be seen; names are the tournament's.

    Where nothing is known of that round, an older one is not shown in its place.
    """
    if not builds(context, division) or _is_shut(context, tournament):
        return None
    closed = [each for each in tournament.rounds_of(division.name) if each.stage is RoundStage.CLOSED]
    return _round_best(context, stream, tournament, division, closed[-1]) if closed else None


def best_of_round(context: "Context", stream: str, number: int, played: int) -> RoundBest | None:
    """The best boards of one round of the division with that number, as everybody may see them."""
    tournament = tournament_for(NOBODY, stream, snapshot_of(context, stream).tournament)
    division = next((each for each in tournament.divisions.values() if each.number == number), None)
    if division is None or not builds(context, division) or _is_shut(context, tournament):
        return None
    rounds = tournament.rounds_of(division.name)
    if not 1 <= played <= len(rounds) or rounds[played - 1].stage is not RoundStage.CLOSED:
        return None
    return _round_best(context, stream, tournament, division, rounds[played - 1])


def points_in(played: Round) -> dict[int, int]:
    """Returns the points of each team that has a result of points, with rulings; the most points first."""
    points = {
        sitting.sides[0]: played.with_rulings(sitting, sitting.outcome.scores)[0]
        for sitting in played.sittings
        if isinstance(sitting.outcome, Scored)
    }
    return dict(sorted(points.items(), key=lambda each: -each[1]))


def points_at(context: "Context", stream: str) -> int | None:
    """Returns the points of a board's team in the round, with rulings; `None` without a result of points."""
    place = place_of(stream)
    if place is None:
        return None
    tournament: Tournament = context.states.of(place.tournament).state
    for division in tournament.divisions.values():
        rounds = tournament.rounds_of(division.name)
        if division.number == place.division and place.round <= len(rounds):
            played = rounds[place.round - 1]
            here = (
                each for each in played.sittings if (each.table, each.board) == (place.table, place.board)
            )
            return next((points_in(played).get(each.sides[0]) for each in here), None)
    return None


def _round_best(
    context: "Context", stream: str, tournament: Tournament, division: Division, played: Round
) -> RoundBest | None:
    """Returns what is known of a closed round; `None` before the best board of a winner is.

    Otherwise whoever was found first would stand on the big screen as if they had won.
    """
    points = points_in(played)
    teams: list[TeamBest] = []
    for sitting in played.sittings:
        team = sitting.sides[0]  # there may be others at a board that an earlier version let begin on paper
        place = BoardPlace(stream, division.number, played.number, sitting.table, sitting.board)
        own = stream_at(context, place)
        built = None if own is None else context.states.of(own).state
        if team not in points or own is None or not isinstance(built, HareRound) or built.best is None:
            continue
        teams.append(
            TeamBest(
                name=tournament.contender(team).name,
                stream=own,
                table=sitting.table,
                contender=team,
                board=built.board,
                is_entered=_is_entered(built, points[team]),
                points=points[team],
                best=built.best,
                tiles=built.board.tile_set.size - built.removed.count,
                are_known=isinstance(built.removed, RemovedTiles),
            )
        )
    teams.sort(key=lambda each: (-each.points, each.name))
    if not teams or teams[0].points < max(points.values()):
        return None
    return RoundBest(division, played.number, tuple(teams))


def _is_entered(built: HareRound, points: int) -> bool:
    """Checks whether the board is the team's, and not only the starting word beside a total from paper."""
    laid, word = built.board.tile_counts().total(), built.announcement.starting_word
    alone = 0 if word is None else len(built.board.tile_set.spell(word))
    return laid > alone or tally_of(built).total == points

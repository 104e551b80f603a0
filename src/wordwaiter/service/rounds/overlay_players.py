"""A video stream's facts about those at a table: record, rating, place, and the chance to win."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.game.holdings import unseen_by
from wordwaiter.game.queries import rack_count, to_move
from wordwaiter.game.table import Stage
from wordwaiter.service.rounds.chances import chance_of_mover
from wordwaiter.service.rounds.overlay_view import Take
from wordwaiter.tournament.standings.game_lines import Verdict

_TWO: Final = 2
_HALF_WINS: Final = {Verdict.WIN: 2, Verdict.TIE: 1, Verdict.ALONE: 2}
_HALF_LOSSES: Final = {Verdict.LOSS: 2, Verdict.TIE: 1}


@dataclass(frozen=True, slots=True)
class StreamedPlayer:
    """Somebody who sits at the table of a camera, as far as games that count tell of them."""

    name: str
    half_wins: int
    half_losses: int
    spread: int
    place: int | None
    rating: int | None


def players_at(take: Take) -> tuple[StreamedPlayer, ...]:
    """Returns whoever sits at the table, in the order of its names."""
    if take.division is None or take.seat is None or take.division.round is None:
        return ()
    place = (take.seat.table, take.seat.board)
    sides = next(
        (each.sides for each in take.division.round.sittings if (each.table, each.board) == place), ()
    )
    return tuple(_player(take, name, side) for name, side in zip(take.seat.names, sides, strict=False))


def _player(take: Take, name: str, contender: int) -> StreamedPlayer:
    tournament = take.room.tournament
    entrant = tournament.entrant_of(contender)
    standings = None if take.division is None else take.division.standings
    lines = () if standings is None else standings.lines
    line = next((each for each in lines if each.entrant == entrant.number), None)
    games = () if line is None else tuple(game for game in line.games if game.counts)
    return StreamedPlayer(
        name,
        sum(_HALF_WINS.get(game.verdict, 0) for game in games),
        sum(_HALF_LOSSES.get(game.verdict, 0) for game in games),
        sum(game.spread for game in games),
        None if line is None or standings is None or not standings.has_begun else line.rank,
        tournament.contender(contender).profile.rating,
    )


def unseen_at(take: Take) -> dict[str, int]:
    """Returns how many of each tile do not lie on the board.

    Racks are not taken out of it, though some may be known: the difference would tell them.
    """
    if take.scene is None or take.scene.view.partial:
        return {}
    return dict(unseen_by(take.scene.table.position, None))


def win_percent_at(take: Take) -> tuple[int, ...]:
    """Returns how often each of two sides wins, in percent.

    Where racks are shown, it is that of the moment they are of, by these racks and the words; otherwise that
    of now, by the score and the number of tiles left. Nothing where no game of two is being played.
    """
    scene = take.scene
    if scene is None or len(scene.table.sides) != _TWO or scene.view.partial:
        return ()
    table, seat = scene.table, to_move(scene.table)
    held = None if seat is None else rack_count(table, seat)
    if table.stage is not Stage.PLAYING or seat is None or held is None:
        return ()
    if take.known is not None:
        return take.known.percents
    percent = round(100 * chance_of_mover(table.position, scene.view.scores, table, seat))
    return (percent, 100 - percent) if table.seats[seat].side == 0 else (100 - percent, percent)

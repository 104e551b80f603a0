"""The slides of the big screen: the director's choice, or those for this moment of the day."""

from typing import Final, assert_never

from wordwaiter.service.rounds.public_view import PublicRoom
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Screen

_NOW: Final = {
    RoundStage.PUBLISHED: Screen.PAIRINGS,
    RoundStage.RUNNING: Screen.CLOCK,
    RoundStage.ENDED: Screen.RESULTS,
}
"""The slide of a round that is not closed."""

_BETWEEN_ROUNDS: Final = (
    Screen.RESULTS,
    Screen.STANDINGS,
    Screen.BOARDS,
    Screen.PLAYS,
    Screen.FUNDS,
    Screen.SPONSORS,
    Screen.NEXT,
)
"""While nobody plays."""

_WITHOUT_CLOCK: Final = (Screen.RESULTS, Screen.STANDINGS, Screen.PLAYS)
"""Beside the tables in play, where no clock of the room has to stay in sight."""


def slides(room: PublicRoom) -> tuple[Screen, ...]:
    """Returns the slides that take turns now, none of them empty."""
    if room.tournament.screen is not Screen.ROTATE:
        return (room.tournament.screen,)
    return tuple(screen for screen in _of_this_moment(room) if _is_filled(room, screen)) or (Screen.NEXT,)


def _of_this_moment(room: PublicRoom) -> tuple[Screen, ...]:
    if any(each.is_time_up for each in room.divisions):
        return (Screen.CLOCK,)  # nothing turns away from TIME!
    stages = {each.round.stage for each in room.divisions if each.round is not None}
    now = tuple(screen for stage, screen in _NOW.items() if stage in stages)
    if not now:
        return _BETWEEN_ROUNDS
    if Screen.CLOCK in now and not any(each.shows_clock for each in room.divisions):
        others = (Screen.NEXT,) if RoundStage.CLOSED in stages else ()
        return tuple(dict.fromkeys((*now, *_WITHOUT_CLOCK, *others)))
    return now


def _is_filled(room: PublicRoom, screen: Screen) -> bool:
    match screen:
        case Screen.RESULTS:
            return any(each.results for each in room.divisions)
        case Screen.STANDINGS:
            return any(each.standings for each in room.divisions)
        case Screen.PLAYS:
            return bool(room.plays)
        case Screen.BOARDS:
            return bool(room.best)
        case Screen.FUNDS:
            return bool(room.money.total_cents or room.money.target_cents)
        case Screen.SPONSORS:
            return bool(room.sponsors)
        case Screen.CEREMONY:
            return bool(room.awards)
        case Screen.NEXT:
            return room.next is not None
        case Screen.ROTATE | Screen.PAIRINGS | Screen.CLOCK:
            return True
        case _:
            assert_never(screen)

"""Whether the turns that were taken end a game by themselves, with no clock and no official."""

from wordwaiter.errors import MalformedError
from wordwaiter.game.positions import somebody_is_out
from wordwaiter.game.table import EndReason, Passed, Played, Table
from wordwaiter.rules.rulebooks.result_choices import NoPlay
from wordwaiter.rules.rulebooks.rulebook import GameEnding


def reason_in_turns(table: Table) -> EndReason | None:
    """Why the turns taken so far end the game; nothing if they do not."""
    if not table.turns:
        return None
    last = table.turns[-1]
    # Where a turn was told by its points alone nobody knows how many tiles are left, so that nobody is out.
    # What sides say and what turns bring is known there too.
    told_in_full = isinstance(last.move, Played) and not table.position.partial
    if told_in_full and not last.ruled_off and somebody_is_out(table.position):
        return EndReason.OUT
    if _everybody_is_stuck(table):
        return EndReason.NO_PLAY
    most = ending_rules(table).scoreless_turns
    return EndReason.SCORELESS if most is not None and table.position.scoreless >= most else None


def _everybody_is_stuck(table: Table) -> bool:
    """Checks whether one seat after another said that it cannot play; in some games one of them is enough."""
    if not isinstance(table.turns[-1].move, Passed):
        return False
    lap = [turn.move for turn in table.turns[-len(table.seats) :]]
    stuck = [isinstance(move, Passed) and move.cannot_play for move in lap]
    all_passed = len(lap) == len(table.seats) and all(isinstance(move, Passed) for move in lap)
    match ending_rules(table).no_play:
        case NoPlay.NOBODY_CAN_PLAY:
            return all_passed and all(stuck)
        case NoPlay.SAID_AND_MATCHED:
            return all_passed and stuck[0]
        case NoPlay.SAID_BY_ONE:
            return stuck[-1]


def ending_rules(table: Table) -> GameEnding:
    """Returns how a game of turns ends by the table's rulebook."""
    ending = table.rulebook.ending
    if not isinstance(ending, GameEnding):
        raise MalformedError(
            "no-turns", f"{table.rulebook.name} has no turns: each team builds its own board"
        )
    return ending

"""The effect of unplayed tiles on the scores, as factors of their value."""

from typing import assert_never

from wordwaiter.rules.rulebooks.result_choices import UnplayedOtherwise, UnplayedWhenOut
from wordwaiter.rules.rulebooks.rulebook import GameEnding


def holder_factor(ending: GameEnding, *, somebody_is_out: bool) -> int:
    """Returns how often a side's own unplayed tiles count for it: -1 if it loses them, 0 if it does not."""
    match ending.unplayed_when_out if somebody_is_out else ending.unplayed_otherwise:
        case UnplayedOtherwise.OWN_OFF | UnplayedWhenOut.OWN_OFF | UnplayedWhenOut.OWN_OFF_AND_ADDED_TO_OUT:
            return -1
        case UnplayedOtherwise.NOTHING | UnplayedWhenOut.NOTHING | UnplayedWhenOut.TWICE_TO_OUT:
            return 0
        case unknown:
            assert_never(unknown)


def out_factor(ending: GameEnding) -> int:
    """Returns the factor of the others' unplayed tiles for the side that went out: 2, 1 or 0."""
    match ending.unplayed_when_out:
        case UnplayedWhenOut.TWICE_TO_OUT:
            return 2
        case UnplayedWhenOut.OWN_OFF_AND_ADDED_TO_OUT:
            return 1
        case UnplayedWhenOut.OWN_OFF | UnplayedWhenOut.NOTHING:
            return 0
        case unknown:
            assert_never(unknown)

"""What was entered in one turn is not done in another; what means no turn is never refused for it."""

import pytest

from game.vocabulary import ann_and_ben
from wordwaiter.errors import ConflictError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.at_turn import OF_A_TURN, require_turn_meant, turn_under_way
from wordwaiter.game.table import TableKind


@pytest.mark.parametrize("kind", sorted(OF_A_TURN, key=repr))
def test_what_is_meant_for_a_turn_that_is_over_is_refused_and_hears_what_was_entered(
    kind: type[object],
) -> None:
    table = ann_and_ben("iowa").plays("Ann", "8D RETINA").passes("Ben").table
    assert turn_under_way(table) == 3
    require_turn_meant(table, kind, 3)
    with pytest.raises(ConflictError) as refused:
        require_turn_meant(table, kind, 1)
    assert refused.value.code == "turn-over"
    assert refused.value.sentence == (
        "this was for turn 1 (Ann), but it is now turn 3 (Ann); meanwhile: Ann plays "
        "8D RETINA for 14; Ben passes. Check the table, and enter it again if it is still right"
    )


def test_what_is_meant_for_a_turn_to_come_waits_for_the_one_before_it() -> None:
    with pytest.raises(ConflictError) as refused:
        require_turn_meant(ann_and_ben("iowa").table, c.Pass, 2)
    assert refused.value.code == "turn-to-come"
    assert (
        "this is for turn 2, but turn 1 (Ann) is missing or was undone; enter that one first"
        in refused.value.sentence
    )


@pytest.mark.parametrize("kind", [c.Sign, c.DeclareRack, c.Pause, c.Resume, c.CallTime, c.AdjustClock, c.End])
def test_a_signature_a_rack_or_a_clock_means_no_turn(kind: type[object]) -> None:
    require_turn_meant(ann_and_ben("iowa").plays("Ann", "8D RETINA").table, kind, 1)


def test_the_tiles_of_an_exchange_are_not_told_to_whoever_comes_late() -> None:
    game = ann_and_ben("club", kind=TableKind.VIRTUAL)
    game.exchanges("Ann", str(game.rack("Ann"))[:3])
    with pytest.raises(ConflictError, match="meanwhile: Ann exchanges 3 tiles"):
        require_turn_meant(game.table, c.Pass, 1)

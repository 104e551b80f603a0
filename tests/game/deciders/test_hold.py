"""Hold: the opponent must not draw until the word is verified."""

import pytest

from game.vocabulary import ann_and_ben, late_in_the_game, refused

with_hold = pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("ontario", "ontario-6", marks=pytest.mark.clause("ontario-6")),
        ("club", "club:challenge.hold"),
    ],
)


@with_hold
def test_hold_keeps_the_opponent_from_drawing(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben")
    assert (game.table.hold, game.rack("Ann")) == (1, 1)
    with refused(game, "hold-on", clause):
        game.fills("Ann")
    game.releases("Ben").fills("Ann")
    assert (game.table.hold, game.rack("Ann")) == (None, 7)


@with_hold
def test_hold_is_called_before_the_tiles_are_drawn(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").fills("Ann")
    with refused(game, "too-late", clause):
        game.holds("Ben")
    begun = ann_and_ben(rulebook).plays("Ann", "8D RETINA").lays("Ben", "D8 .A")
    with refused(begun, "too-late", clause):
        begun.holds("Ben")


@with_hold
@pytest.mark.parametrize("good", [True, False])
def test_the_ruling_ends_the_hold(rulebook: str, clause: str, good: bool) -> None:
    del clause
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben").challenges("Ben", "RETINA")
    with refused(game, "ruling-awaited"):
        game.releases("Ben")
    if good:
        game.rules_good().fills("Ann")
        assert (game.score("Ann"), game.turn, game.bag) == (14, "Ann", 80)
    else:
        game.rules_bad()
        assert (game.score("Ann"), game.turn, game.bag) == (0, "Ben", 86)
    assert game.table.hold is None


@with_hold
@pytest.mark.parametrize("act", ["lays", "plays", "passes", "exchanges"])
def test_what_is_announced_during_a_hold_waits_until_it_ends(rulebook: str, clause: str, act: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben")
    acts = {
        "lays": lambda: game.lays("Ben", "D8 RATE"),
        "plays": lambda: game.plays("Ben", "D8 RATE"),
        "passes": lambda: game.passes("Ben"),
        "exchanges": lambda: game.exchanges("Ben", 3),
    }
    with refused(game, "held", clause):
        acts[act]()
    assert game.table.hold == 1
    game.releases("Ben")
    acts[act]()
    assert game.bag == 80  # Ann has drawn since


@with_hold
@pytest.mark.parametrize("good", [True, False])
def test_a_judge_rules_on_a_hold_at_once(rulebook: str, clause: str, good: bool) -> None:
    del clause
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben")
    if good:
        game.rules_good()
        assert (game.score("Ann"), game.turn) == (14, "Ann")
    else:
        game.rules_bad()
        assert (game.score("Ann"), game.turn, game.bag) == (0, "Ben", 86)
    assert game.table.hold is None
    assert game.kinds[-3 if good else -2] == "game.play_challenged"


@with_hold
def test_only_the_opponent_calls_hold_once_and_only_the_holder_releases_it(
    rulebook: str, clause: str
) -> None:
    del clause
    game = ann_and_ben(rulebook)
    with refused(game, "nothing-to-challenge"):
        game.holds("Ben")
    game.plays("Ann", "8D RETINA")
    with refused(game, "own-play"):
        game.holds("Ann")
    game.holds("Ben")
    with refused(game, "hold-on-already"):
        game.holds("Ben")
    with refused(game, "hold-not-on"):
        game.releases("Ann")


@with_hold
def test_hold_may_be_called_with_an_empty_bag_and_on_the_play_that_goes_out(
    rulebook: str, clause: str
) -> None:
    del clause
    game = late_in_the_game(rulebook, "S" + "QE", ann="S").plays("Ann", "8D RETINAS").holds("Ben")
    game.challenges("Ben", "RETINAS").rules_bad()
    assert (game.ended, game.turn, game.table.hold) == (None, "Ben", None)


@pytest.mark.clause("ontario-6")
def test_without_hold_a_challenge_may_still_be_made_and_drawn_tiles_go_back() -> None:
    game = ann_and_ben("ontario").plays("Ann", "8D RETINA").fills("Ann").challenges("Ben", "RETINA")
    game.rules_bad()
    assert (game.rack("Ann"), game.bag, game.turn) == (7, 86, "Ben")


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [("iowa", "iowa-8"), ("grand-island", "grand-island-9"), ("androscoggin", "androscoggin-9")],
)
def test_elsewhere_there_is_no_hold(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA")
    with refused(game, "no-hold", clause):
        game.holds("Ben")


def test_a_hold_is_over_when_the_count_is_agreed() -> None:
    game = late_in_the_game("ontario", "S" + "QE", ann="S").plays("Ann", "8D RETINAS").holds("Ben")
    assert game.table.hold == 1
    assert game.signs("Ann").table.hold is None

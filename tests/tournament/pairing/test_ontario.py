"""Ontario's pairing: partners apart, the highest scores meet, and the bye goes to the lowest.

2.c: "After the first game, the 2 players with the highest scores will play against each other and so on until
all have been allocated to a table."
"""

from dataclasses import replace

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.last_scores import ONTARIO_RULES, LastScores
from wordwaiter.tournament.pairing.pairings import Avoided, Pairings
from wordwaiter.tournament.pairing.rules import Concern

from .vocabulary import doubles, everybody, met, paired

pytestmark = pytest.mark.clause("ontario-2")

PAIRS = (
    "Ann Ben", "Cat Dan", "Eve Fay", "Gus Hal", "Ida Jon", "Kit Leo",
    "Meg Ned", "Ola Pat", "Quin Ray", "Sue Tom", "Uma Vic", "Wes Zoe",
)  # fmt: skip

# By pair, in the order above. Ranked: Ann 431, Cat 418, Eve 410, Fay 402 (partners, places 3 and 4), Gus 399,
# Ben 390, Dan 385, Hal 380, Ida 377, Kit 371, Jon 366, Leo 360, Meg 355, Ola 351, Ned 344, Pat 340, Quin 333,
# Sue 330, Ray 325, Tom 320, Uma 310, Wes 305, Vic 298, Zoe 290.
AFTER_GAME_ONE = (
    431, 390, 418, 385, 410, 402, 399, 380, 377, 366, 371, 360,
    355, 344, 351, 340, 333, 325, 330, 320, 310, 298, 305, 290,
)  # fmt: skip


def games(text: str) -> set[frozenset[str]]:
    return {frozenset(game.split("-")) for game in text.split()}


def game_two() -> Pairings:
    return paired(LastScores(), doubles(*PAIRS, scores=AFTER_GAME_ONE), ONTARIO_RULES)


def test_twenty_four_play_game_one_at_twelve_tables_and_no_partners_meet() -> None:
    players = doubles(*PAIRS)
    for seed in range(50):
        drawn = paired(LastScores(), players, ONTARIO_RULES, seed=seed)
        assert everybody(drawn) == sorted(player.id for player in players)
        assert met(drawn).isdisjoint(frozenset(pair.split()) for pair in PAIRS)


def test_game_one_is_drawn_at_random() -> None:
    draws = {
        frozenset(met(paired(LastScores(), doubles(*PAIRS), ONTARIO_RULES, seed=seed))) for seed in range(20)
    }
    assert len(draws) == 20


def test_the_two_highest_meet_and_so_on_with_the_nearest_change_for_partners() -> None:
    # Eve and Fay are 3rd and 4th. Joining 3-5 and 4-6, or 3-6 and 4-5, costs 2 ranks more than 3-4 and 5-6.
    # So would 1-3 and 2-4, but the two highest always meet. Nothing else changes: the 12 games are 12 ranks
    # apart without the change, 14 with it.
    pairings = game_two()
    assert met(pairings) >= games(
        "Ann-Cat Dan-Hal Ida-Kit Jon-Leo Meg-Ola Ned-Pat Quin-Sue Ray-Tom Uma-Wes Vic-Zoe"
    )
    assert dict(pairings.costs)[Concern.RANKS] == 14
    assert frozenset({"Eve", "Fay"}) not in met(pairings)


def test_repeats_only_break_ties() -> None:
    # Of the two changes that cost 2 ranks, history leaves one that repeats nothing: 3-6 and 4-5.
    before = PairingHistory.of([[("Eve", "Gus")]])
    pairings = paired(LastScores(), doubles(*PAIRS, scores=AFTER_GAME_ONE), ONTARIO_RULES, before)
    assert met(pairings) >= games("Ann-Cat Eve-Ben Fay-Gus")
    assert dict(pairings.costs) | {Concern.RANKS: 14, Concern.REPEATS: 0} == dict(pairings.costs)


def test_a_repeat_is_played_rather_than_a_larger_difference_of_ranks() -> None:
    before = PairingHistory.of([[("Dan", "Hal")]])
    pairings = paired(LastScores(), doubles(*PAIRS, scores=AFTER_GAME_ONE), ONTARIO_RULES, before)
    assert frozenset({"Dan", "Hal"}) in met(pairings)
    why = next(game.why for game in pairings.games if game.first == "Dan")
    assert why.sentence == (
        "Places 7 and 8 by the score of the last game meet; Dan and Hal have met once already, "
        "and no pairing without it is better (ontario-2)"
    )


def test_a_change_says_why() -> None:
    changed = [game for game in game_two().games if game.why.avoided]
    assert len(changed) == 2
    for game in changed:
        assert game.why.avoided == (Avoided(Concern.PARTNERS, "Eve", "Fay"),)
        assert game.why.clauses == ("ontario-2",)
        assert game.why.sentence.endswith(
            "by the score of the last game meet, after the nearest change: "
            "Eve and Fay are partners (ontario-2)"
        )


def test_where_nothing_had_to_change_the_places_are_the_reason() -> None:
    last = game_two().games[-1]
    assert last.why.sentence == "Places 23 and 24 by the score of the last game meet (ontario-2)"
    assert last.first_by_draw


def without_zoe(**byes: int) -> list[PairingContender]:
    players = doubles(*PAIRS, scores=AFTER_GAME_ONE)
    return [replace(player, byes=byes.get(player.id, 0), present=player.id != "Zoe") for player in players]


def test_after_a_default_the_lowest_has_the_bye_and_the_highest_meet() -> None:
    # 23 are left, Vic the lowest. A bye for Eve, at place 3, would part the partners and cost fewer ranks.
    pairings = paired(LastScores(), without_zoe(), ONTARIO_RULES)
    assert [bye.contender for bye in pairings.byes] == ["Vic"]
    assert frozenset({"Ann", "Cat"}) in met(pairings)
    assert pairings.byes[0].why.sentence == "Vic has had no bye, and is the lowest (ontario-2)"


def test_whoever_cannot_be_ranked_has_the_bye_before_all_others() -> None:
    players = [replace(each, can_be_ranked=each.id != "Wes") for each in without_zoe(Wes=1)]
    pairings = paired(LastScores(), players, ONTARIO_RULES)
    assert [bye.contender for bye in pairings.byes] == ["Wes"]
    assert pairings.byes[0].why.sentence == (
        "Wes cannot be ranked, so that the bye decides no medal (ontario-2)"
    )


def test_the_lowest_who_stands_in_a_medal_place_plays() -> None:
    players = [replace(each, in_medal_place=each.id in {"Vic", "Ann"}) for each in without_zoe()]
    pairings = paired(LastScores(), players, ONTARIO_RULES)
    assert pairings.byes[0].why.sentence == (
        "Wes has had no bye, and is the lowest outside the medal places (ontario-2)"
    )


def test_in_game_one_the_bye_is_for_one_whose_partner_is_absent_and_then_by_lot() -> None:
    here = [each for each in doubles(*PAIRS) if each.id != "Zoe"]
    alone = [replace(each, can_be_ranked=each.id != "Wes") for each in here]
    resting = {paired(LastScores(), alone, ONTARIO_RULES, seed=seed).byes[0].contender for seed in range(20)}
    assert resting == {"Wes"}
    drawn = [paired(LastScores(), here, ONTARIO_RULES, seed=seed).byes[0] for seed in range(60)]
    assert len({bye.contender for bye in drawn}) > 15
    assert {str(bye.why.sentence).partition(" ")[2] for bye in drawn} == {
        "has had no bye, and the lot fell here (ontario-2)"
    }


def test_nobody_has_two_byes_while_another_has_none() -> None:
    pairings = paired(LastScores(), without_zoe(Vic=1), ONTARIO_RULES)
    assert [bye.contender for bye in pairings.byes] == ["Wes"]
    assert dict(pairings.costs)[Concern.BYES] == 0


def test_a_second_bye_that_spares_medal_contenders_says_so() -> None:
    """To spare a medal contender goes before shared byes: only Vic and Wes, who have rested, are none."""
    resting = {"Vic", "Wes"}
    players = [replace(each, in_medal_place=each.id not in resting) for each in without_zoe(Vic=1, Wes=1)]
    pairings = paired(LastScores(), players, ONTARIO_RULES)
    assert pairings.byes[0].why.sentence == (
        "Vic has been without a game once, and is the lowest; "
        "whoever has had fewer byes is a medal contender (ontario-2)"
    )


def test_a_bye_is_ranked_by_the_last_score_actually_played() -> None:
    # Zoe rested in game two: her 290 of game one is below everybody's, and she meets the lowest.
    players = doubles("Ann Ben", "Wes Zoe", scores=(400, 300, 350, 290))
    assert met(paired(LastScores(), players, ONTARIO_RULES)) == games("Ann-Wes Ben-Zoe")


def test_whoever_has_no_score_yet_ranks_last() -> None:
    players = doubles("Ann Ben", "Wes Zoe", scores=(400, 300, None, -5))
    assert met(paired(LastScores(), players, ONTARIO_RULES)) == games("Ann-Zoe Ben-Wes")


def test_three_who_are_all_partners_are_refused_with_what_to_do() -> None:
    with pytest.raises(IllegalError) as refused:
        paired(LastScores(), doubles("Ann Ben Cat"), ONTARIO_RULES)
    assert refused.value.code == "no-pairing-exists"
    assert refused.value.clause == "ontario-2"
    assert (
        "to meet, since partners never meet; add an entrant, give somebody a bye, or set the game by hand"
        in refused.value.sentence
    )


def test_an_odd_number_without_a_bye_is_refused() -> None:
    with pytest.raises(IllegalError) as refused:
        paired(LastScores(), without_zoe(), replace(ONTARIO_RULES, bye_allowed=False))
    assert refused.value.code == "odd-without-bye"
    assert refused.value.facts == {"present": 23}


def test_one_alone_cannot_be_paired() -> None:
    with pytest.raises(IllegalError) as refused:
        paired(LastScores(), doubles("Ann"), ONTARIO_RULES)
    assert refused.value.code == "too-few-to-pair"

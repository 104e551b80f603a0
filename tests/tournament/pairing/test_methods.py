"""Each method on its own, and what all of them share."""

from collections import Counter
from dataclasses import replace

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.king_of_the_hill import USUAL_RULES as HILL_RULES
from wordwaiter.tournament.pairing.king_of_the_hill import KingOfTheHill
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.random_draw import RandomDraw
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules
from wordwaiter.tournament.pairing.swiss import USUAL_RULES as SWISS_RULES
from wordwaiter.tournament.pairing.swiss import Swiss

from .vocabulary import everybody, met, paired

RANKING_METHODS = ["random", "last-scores", "total-scores", "swiss", "king-of-the-hill"]


def with_wins(**wins: int) -> list[PairingContender]:
    """Players with so many wins, each a little better than the next with the same."""
    return [
        PairingContender(id=name, standing=(won, -index)) for index, (name, won) in enumerate(wins.items())
    ]


def together(*games: str) -> set[frozenset[str]]:
    return {frozenset(game.split("-")) for game in games}


def crowd(count: int) -> list[PairingContender]:
    """Players in pairs, in twenty-five clubs, in the middle of an event."""
    return [
        PairingContender(
            id=f"player {number:04}",
            standing=(number * 7 % 11, number * 13 % 501),
            last_score=200 + number * 37 % 301,
            group=f"pair {number // 2}",
            club=f"club {number % 25}",
            firsts=number % 3,
            seconds=number % 2,
            byes=int(number % 50 == 0),
            floated=number % 40 == 0,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("name", RANKING_METHODS)
@pytest.mark.parametrize("count", [1000, 999])
def test_a_thousand_are_all_paired_once_and_no_partners_meet(name: str, count: int) -> None:
    players = crowd(count)
    pairings = paired(METHODS[name].method, players, METHODS[name].usual_rules)
    assert everybody(pairings) == [player.id for player in players]
    assert len(pairings.byes) == count % 2
    group = {player.id: player.group for player in players}
    assert all(group[game.first] != group[game.second] for game in pairings.games)


@pytest.mark.parametrize("name", RANKING_METHODS)
def test_a_seed_gives_the_same_pairings_whoever_is_listed_first(name: str) -> None:
    method, rules = METHODS[name].method, METHODS[name].usual_rules
    players = [replace(player, standing=(1,), last_score=300) for player in crowd(61)]
    pairings = paired(method, players, rules, seed=5)
    assert paired(method, players[::-1], rules, seed=5) == pairings
    assert paired(method, players, rules, seed=6) != pairings


def test_each_random_pairing_of_four_is_about_equally_likely() -> None:
    players = with_wins(Ann=0, Ben=0, Cat=0, Dan=0)
    drawn = Counter(
        frozenset(met(paired(RandomDraw(), players, PairingRules(), seed=seed))) for seed in range(600)
    )
    assert len(drawn) == 3
    assert min(drawn.values()) > 150


def test_a_random_draw_says_what_it_changed() -> None:
    partners = [PairingContender(id=name, group=group) for name, group in zip("abcd", "ppqq", strict=True)]
    for seed in range(20):
        for game in paired(RandomDraw(), partners, PairingRules(), seed=seed).games:
            if game.why.avoided:
                assert game.why.sentence.startswith("Drawn together, after the nearest change: ")
                assert "are partners" in game.why.sentence
            else:
                assert game.why.sentence == "Drawn together"


def test_first_meets_second_on_the_hill_even_again() -> None:
    players = with_wins(Ann=5, Ben=4, Cat=3, Dan=2)
    before = PairingHistory.of([[("Ann", "Ben")], [("Ben", "Ann")]])
    pairings = paired(KingOfTheHill(), players, HILL_RULES, before)
    assert met(pairings) == together("Ann-Ben", "Cat-Dan")
    assert "have met twice already" in pairings.games[0].why.sentence


def test_swiss_pairs_within_score_groups_and_repeats_nothing() -> None:
    players = with_wins(Ann=2, Ben=2, Cat=2, Dan=2, Eve=0, Fay=0)
    before = PairingHistory.of([[("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay")]])
    # Eve and Fay have met, so both float; Cat and Dan, the lowest above them, come down to them.
    pairings = paired(Swiss(), players, SWISS_RULES, before)
    assert dict(pairings.costs)[Concern.REPEATS] == 0
    assert dict(pairings.costs)[Concern.SCORES] == 8
    assert not met(pairings) & together("Ann-Ben", "Cat-Dan", "Eve-Fay")


def test_who_floated_lately_stays_in_the_score_group() -> None:
    players = with_wins(Ann=2, Ben=2, Cat=2, Dan=1)
    assert met(paired(Swiss(), players, SWISS_RULES)) == together("Ann-Ben", "Cat-Dan")
    tired = [replace(player, floated=player.id == "Cat") for player in players]
    pairings = paired(Swiss(), tired, SWISS_RULES)
    # Ben is nearest to Dan after Cat.
    assert met(pairings) == together("Ann-Cat", "Ben-Dan")
    assert pairings.games[0].why.sentence == (
        "Places 1 and 3 by the standings meet, after the nearest change: Cat met another score group lately"
    )


def test_two_small_floats_are_better_than_a_large_one() -> None:
    players = with_wins(Ann=4, Ben=2, Cat=2, Dan=0)
    assert met(paired(Swiss(), players, SWISS_RULES)) == together("Ann-Ben", "Cat-Dan")


def test_a_lot_among_some_says_that_the_others_are_medal_contenders() -> None:
    five = with_wins(Ann=2, Ben=2, Cat=1, Dan=2, Eve=2)
    players = [replace(each, in_medal_place=each.id != "Cat", byes=int(each.id == "Cat")) for each in five]
    pairings = paired(RandomDraw(), players, PairingRules(clauses={}))
    assert [bye.contender for bye in pairings.byes] == ["Cat"]
    assert pairings.byes[0].why.sentence == (
        "Cat has been without a game once, and the lot among those outside the medal places fell here; "
        "whoever has had fewer byes is a medal contender"
    )


def test_the_lowest_with_fewest_byes_rests_in_a_swiss() -> None:
    players = with_wins(Ann=2, Ben=1, Cat=1, Dan=0, Eve=0)
    players[-1] = replace(players[-1], byes=1)
    pairings = paired(Swiss(), players, SWISS_RULES)
    assert [bye.contender for bye in pairings.byes] == ["Dan"]
    assert pairings.byes[0].why.sentence == "Dan has had no bye, and nobody lower has had so few"


def test_the_one_who_played_first_less_often_plays_first_where_the_format_balances() -> None:
    ann, ben = with_wins(Ann=1, Ben=0)
    often = [replace(ann, firsts=2, seconds=1), replace(ben, firsts=1, seconds=2)]
    game = paired(Swiss(), often, SWISS_RULES).games[0]
    assert (game.first, game.second, game.first_by_draw) == ("Ben", "Ann", False)
    drawn = paired(Swiss(), often, replace(SWISS_RULES, first_play=FirstPlay.BY_DRAW)).games[0]
    assert (drawn.first, drawn.second, drawn.first_by_draw) == ("Ann", "Ben", True)


def test_those_who_are_away_are_not_paired() -> None:
    players = [replace(player, present=player.id != "Cat") for player in with_wins(Ann=2, Ben=1, Cat=1)]
    assert everybody(paired(Swiss(), players, SWISS_RULES)) == ["Ann", "Ben"]


def test_one_who_is_listed_twice_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        paired(Swiss(), [PairingContender("Ann"), PairingContender("Ann")], SWISS_RULES)
    assert refused.value.code == "contender-twice"


def test_a_distance_cannot_be_forbidden() -> None:
    with pytest.raises(MalformedError) as refused:
        PairingRules(never=frozenset({Concern.RANKS}))
    assert refused.value.code == "pairing-rules-never"


def test_a_concern_has_one_place_in_the_order() -> None:
    with pytest.raises(MalformedError) as refused:
        PairingRules(order=(Concern.BYES, Concern.RANKS, Concern.BYES))
    assert refused.value.code == "pairing-rules-order"

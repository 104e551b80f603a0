"""The points of a move are found in a quick way, and explained in a plain one: both must agree."""

import pytest

from crash.games import begin, give, recorded_game, rulebook
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import PlayAnnounced
from wordwaiter.rules.scoring import score_play


@pytest.mark.parametrize("seed", range(4))
def test_every_play_of_a_game_gets_the_words_and_points_that_are_explained(seed: int) -> None:
    table, plays = fold(rulebook(), begin()), 0
    for number, command in enumerate(recorded_game(seed)):
        for fact in give(table, command, number):
            if isinstance(fact, PlayAnnounced):
                plays += 1
                explained = score_play(table.position.board, fact.placement, rulebook())
                assert fact.words == tuple(word.word for word in explained.words)
                assert fact.points == explained.total
            table = evolve(table, fact)
    assert plays > 10

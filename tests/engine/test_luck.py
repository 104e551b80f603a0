"""What the draws gave each side."""

import pytest

from engine.test_simulation import QUAD, engine, stand
from wordwaiter.engine import SimulationEffort
from wordwaiter.engine.analysis import analyse_game, luck_of_draw
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.rules.rack import Rack


def test_good_tiles_are_luck_and_bad_ones_are_not() -> None:
    good, bad = stand(f"{QUAD} AEINRT?/ 0/28 0"), stand(f"{QUAD} IIIUUUV/ 0/28 0")
    lucky, unlucky = luck_of_draw(engine(), good, Rack(())), luck_of_draw(engine(), bad, Rack(()))
    assert lucky is not None
    assert unlucky is not None
    assert lucky > 30
    assert unlucky < -10


def test_tiles_that_were_kept_are_no_luck() -> None:
    here = stand(f"{QUAD} AEINRT?/ 0/28 0")
    assert luck_of_draw(engine(), here, here.racks[0]) is None
    assert luck_of_draw(engine(), here, Rack(("Q",))) is None, "the record says that Q was kept: it was not"


def test_luck_is_about_nothing_on_average() -> None:
    """Worked out over all draws of one tile, each as often as it comes, luck adds up to nothing."""
    kept = Rack(tuple("AEINRT"))
    seen = stand(f"{QUAD} AEINRTE/ 0/28 0").board
    unseen = dict(engine().tile_set.counts)
    for tile, count in (seen.tile_counts() + kept.counts()).items():
        unseen[tile] -= count
    total, ways = 0.0, 0
    for tile, count in unseen.items():
        if count:
            found = luck_of_draw(engine(), stand(f"{QUAD} AEINRT{tile}/ 0/28 0"), kept)
            assert found is not None
            total, ways = total + count * found, ways + count
    assert abs(total / ways) < 4, "200 draws are compared with, so a few points of chance are left"


def test_a_game_tells_what_each_draw_gave() -> None:
    gcg = (
        "#player1 Ada Ada\n#player2 Bo Bo\n>Ada: AEINRTE 8H EAR +6 6\n"
        ">Bo: AEGNRST - +0 0\n>Ada: EINTTUV -UV +0 6\n>Bo: AEGNRST - +0 0\n"
    )
    game = analyse_game(engine(), read_gcg(gcg.encode(), "game").record, SimulationEffort(draws=5))
    lucks = [turn.luck for turn in game.turns]
    assert lucks[3] is None, "nothing is drawn after a pass"
    assert lucks[1] is not None
    assert game.luck(1) == pytest.approx(lucks[1])

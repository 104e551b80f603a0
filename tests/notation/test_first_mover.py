"""GCG of a table as other programs read it: whoever began is the first player, and the list is named."""

from game.vocabulary import newcomers
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.replay import replay
from wordwaiter.notation.table_record import record_of
from wordwaiter.rules.rulebooks.reading import shipped_rulebook


def test_whoever_began_is_the_first_player_of_the_file() -> None:
    """Quackle and Macondo take `#player1` to have begun; here Ben drew the better tile."""
    game = newcomers("club").draws("Ann", "B").draws("Ben", "A")
    game.plays("Ben", "8D RETINA").plays("Ann", "D8 RATE")
    content = write_gcg(record_of(game.table))
    lines = content.decode().splitlines()
    assert [line for line in lines if line.startswith("#player")] == ["#player1 Ben Ben", "#player2 Ann Ann"]
    assert "#lexicon ENABLE" in lines
    assert [line.split(":")[0] for line in lines if line.startswith(">")] == [">Ben", ">Ann"]
    again = replay(read_gcg(content, "game.gcg").record, shipped_rulebook("club"))
    assert not again.differences

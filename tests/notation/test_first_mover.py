"""GCG of a table as other programs read it: who began is first, the list is named, turns have racks."""

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


def test_turns_have_the_tiles_that_later_plays_show_where_racks_are_not_told() -> None:
    """Macondo and Quackle read no pass and no exchange without a rack; a rack may be a part of one."""
    game = newcomers("club").draws("Ann", "A").draws("Ben", "B")
    game.passes("Ann").passes("Ben").plays("Ann", "8D RETINA").plays("Ben", "D8 RATE")
    moves = [line for line in write_gcg(record_of(game.table)).decode().splitlines() if line.startswith(">")]
    assert moves == [
        ">Ann: AEINRT - +0 0",
        ">Ben: AET - +0 0",
        # R on a double letter, and the star: (2 + 5) x 2.
        ">Ann: AEINRT 8D RETINA +14 14",
        ">Ben: AET D8 .ATE +4 4",
    ]


def test_an_exchange_of_tiles_that_nobody_told_has_any_unseen_ones_and_says_so() -> None:
    game = newcomers("club").draws("Ann", "A").draws("Ben", "B")
    game.plays("Ann", "8D RETINA").exchanges("Ben", 3)
    lines = write_gcg(record_of(game.table)).decode().splitlines()
    # Of 12 E one lies on the board, and no tile is as common as the other 11.
    assert lines[-2:] == [
        ">Ben: EEE -3 +0 0",
        "#note The tiles were not told. Those that stand here are any of the unseen ones.",
    ]


def test_a_rack_that_was_told_wrongly_stands_beside_no_play_that_it_lacks() -> None:
    """Somebody at a camera took an S for an E: with that rack the game could not be replayed."""
    game = newcomers("club").draws("Ann", "A").draws("Ben", "B")
    game.passes("Ann").passes("Ben").has("Ann", "AEINRTE").plays("Ann", "8D SATIN")
    content = write_gcg(record_of(game.table))
    moves = [line for line in content.decode().splitlines() if line.startswith(">")]
    assert moves[::2] == [">Ann: AINST - +0 0", ">Ann: AINST 8D SATIN +12 12"]
    assert not replay(read_gcg(content, "game.gcg").record, shipped_rulebook("club")).differences

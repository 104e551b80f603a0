"""The end of free games: the play that goes out is challenged until both agree on the count."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.tables.late_games import late_game, opening_game, sitting, table_at
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.result import scores
from wordwaiter.game.signers import is_agreed
from wordwaiter.game.table import EndReason, Exchanged, Played, Stage
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tables.computer import Strength, name_of
from wordwaiter.service.tables.free_games import Wish, begin_game, play_on
from wordwaiter.service.tables.game_reviews import hints_for
from wordwaiter.service.tables.scene import scene_at

STRONG = name_of(Strength.STRONG)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "free.db", ContextParts(judge=Judge([open_lexicon("enable")]))) as context:
        context.rng = random.Random(7)
        yield context


def play(context: Context, stream: str, seat: int, text: str) -> None:
    table = table_at(context, stream)
    placement = parse_play(text, table.position.board)
    name = table.seats[seat].name
    play_on(context, sitting(stream, seat, name), stream, c.Play(seat, placement))


def test_the_computer_challenges_the_play_that_goes_out_and_the_game_goes_on(context: Context) -> None:
    stream = late_game(context, ("Ann", STRONG), ("VV", "Q"))
    play(context, stream, 0, "8A VV")
    table = table_at(context, stream)
    out = table.turns[0]
    assert isinstance(out.move, Played)
    assert out.ruled_off
    assert out.ruling is not None
    assert table.seats[out.ruling.challenger].name == STRONG
    assert table.ending is None or table.ending.reason is not EndReason.OUT
    assert table.position.racks[0].tiles == ("V", "V")  # type: ignore[union-attr]


def test_between_two_devices_the_play_that_goes_out_is_challenged_until_both_agree(context: Context) -> None:
    stream = late_game(context, ("Ann", "Ben"), ("VV", "Q"))
    play(context, stream, 0, "8A VV")
    assert table_at(context, stream).stage is Stage.ENDED
    ben = sitting(stream, 1, "Ben")
    assert scene_at(context, ben, stream).may_challenge_last_play
    play_on(context, sitting(stream, 0, "Ann"), stream, c.Sign(0))  # one signature closes nothing
    words = table_at(context, stream).turns[-1].move.words  # type: ignore[union-attr]
    play_on(context, ben, stream, c.Challenge(1, words))
    table = table_at(context, stream)
    assert table.turns[-1].ruled_off
    assert table.stage is Stage.PLAYING


def test_when_both_have_agreed_on_the_count_the_last_play_stands(context: Context) -> None:
    stream = late_game(context, ("Ann", "Ben"), ("VV", "Q"))
    play(context, stream, 0, "8A VV")
    ann, ben = sitting(stream, 0, "Ann"), sitting(stream, 1, "Ben")
    play_on(context, ann, stream, c.Sign(0))
    play_on(context, ben, stream, c.Sign(1))
    words = table_at(context, stream).turns[-1].move.words  # type: ignore[union-attr]
    with pytest.raises(IllegalError, match="result is signed") as refused:
        play_on(context, ben, stream, c.Challenge(1, words))
    assert refused.value.code == "too-late"


def test_the_computer_agrees_to_a_count_that_it_has_nothing_to_challenge_in(context: Context) -> None:
    stream = late_game(context, ("Ann", name_of(Strength.GENTLE)), ("VV", "Q"))  # it never doubts
    play(context, stream, 0, "8A VV")
    table = table_at(context, stream)
    assert table.signatures == (1,)
    assert not is_agreed(table)
    assert scores(table)[0] == 200 + table.turns[0].points + 2 * 10  # twice the Q
    play_on(context, sitting(stream, 0, "Ann"), stream, c.Sign(0))
    assert is_agreed(table_at(context, stream))


def test_after_a_challenge_lost_against_it_the_computer_draws_before_it_moves(context: Context) -> None:
    begun = begin_game(context, "", Wish("club", ("Ann",), Strength.STRONG))
    ann = context.devices.caller_of(begun.token)
    if not table_at(context, begun.stream).turns:
        play_on(context, ann, begun.stream, c.Pass(0))
    for _ in range(3):
        words = table_at(context, begun.stream).turns[-1].move.words  # type: ignore[union-attr]
        play_on(context, ann, begun.stream, c.Challenge(0, words))
        table = table_at(context, begun.stream)
        moves = [turn for turn in table.turns if turn.seat == 1]
        assert all(len(turn.before.racks[1]) == 7 for turn in moves)  # type: ignore[arg-type]
    # It drew by itself, before it looked for a play: nothing had to be drawn for it when it played.
    drawn = [fact.body for fact in context.journal.facts(begun.stream) if fact.kind == "game.tiles_drawn"]
    assert [each for each in drawn if each["seat"] == 1 and each["inferred"]] == []
    assert [each for each in drawn if each["seat"] == 1]


def test_a_rack_without_a_good_play_is_exchanged_by_the_computer_and_the_hints_say_so(
    context: Context,
) -> None:
    """On an empty board IIUUUVA is exchanged: no play of it is worth what the A alone is."""
    stream = opening_game(context, ("Ann", STRONG), ("AEIRSTN", "IIUUUVA"))
    play_on(context, sitting(stream, 0, "Ann"), stream, c.Pass(0))
    turn = table_at(context, stream).turns[1]
    assert isinstance(turn.move, Exchanged)
    assert str(turn.move.tiles) == "IIUUUV"
    play_on(context, sitting(stream, 0, "Ann"), stream, c.End("Ann", EndReason.AGREED, "stopped"))
    hints = hints_for(context, stream, 2)
    assert ("exchange IIUUUV", 0) in {(each.turn, each.score) for each in hints}
    assert all(each.win is not None and 0 < each.win < 1 for each in hints)
    chances = [each.win or 0.0 for each in hints]
    assert chances == sorted(chances, reverse=True)
    assert hints == hints_for(context, stream, 2)

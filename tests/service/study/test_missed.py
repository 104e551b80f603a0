"""Words that somebody missed in their own games."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Stage, Table
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.lexicon.withheld import withheld_words
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.study.missed import Missed, missed_words
from wordwaiter.service.tables.computer import Strength, move_of
from wordwaiter.service.tables.free_games import Wish, begin_game, engines_of, play_on


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((open_lexicon("enable"),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        context.rng = random.Random(3)
        yield context


def played(context: Context, *, well: bool) -> Caller:
    """A game against the computer to its end; who plays it passes, or makes the best plays."""
    return played_by("", context, well=well)[0]


def played_by(token: str, context: Context, *, well: bool) -> tuple[Caller, str]:
    """A game of a device that may have a token, and the token that it has afterwards."""
    begun = begin_game(context, token, Wish("club", ("Sam",), Strength.STRONG))
    caller = context.devices.caller_of(begun.token)
    while (table := _table(context, begun.stream)).stage is not Stage.ENDED:
        seat = to_move(table)
        assert seat == 0
        strong = move_of(engines_of(context), table, seat, Strength.STRONG, context.rng)
        play_on(context, caller, begun.stream, strong if well else g.Pass(seat))
    return caller, begun.token


def _table(context: Context, stream: str) -> Table:
    table = context.states.of(stream).state
    assert isinstance(table, Table)
    return table


def found(context: Context, caller: Caller) -> Missed:
    return missed_words(context, caller)


@pytest.mark.long
def test_whoever_passes_misses_bingos_and_good_plays(context: Context) -> None:
    missed = found(context, played(context, well=False))
    assert missed.games == 1
    assert missed.words
    better = [word.score - word.points for word in missed.words if not word.is_bingo]
    assert 20 <= min(better) < 30
    assert all(word.word in open_lexicon("enable") for word in missed.words)
    assert {word.opponent for word in missed.words} == {"Computer (strong)"}
    answers = {answer.word for question in missed.questions for answer in question.answers}
    assert {word.word for word in missed.words} <= answers


def test_whoever_plays_the_best_plays_misses_nothing(context: Context) -> None:
    missed = found(context, played(context, well=True))
    assert (missed.games, missed.words, missed.questions) == (1, (), ())


@pytest.mark.long
def test_nobody_sees_what_others_missed(context: Context) -> None:
    played(context, well=False)
    assert found(context, NOBODY).games == 0
    other = begin_game(context, "", Wish("club", ("Kim",), Strength.GENTLE))
    assert found(context, context.devices.caller_of(other.token)).games == 0, (
        "a game that goes on is not told"
    )


@pytest.mark.long
def test_the_words_come_from_all_games_of_the_device(context: Context) -> None:
    token, before = "", set[str]()
    for games in range(1, 8):
        caller, token = played_by(token, context, well=False)
        missed = found(context, caller)
        words = {word.word for word in missed.words}
        assert missed.games == games
        assert before <= words
        before = words
    assert len({word.game for word in missed.words}) > 5


@pytest.mark.long
def test_the_quiz_has_no_question_with_an_answer_that_is_not_shown(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = played(context, well=False)
    missed = found(context, caller).words[0]
    enable = open_lexicon("enable")
    rude = min(word for word in withheld_words() if word in enable and len(enable.anagrams(word)) > 1)
    polite = next(word for word in enable.anagrams(rude) if word not in withheld_words())
    words = (replace(missed, word="ROTARY"), replace(missed, word=polite))
    monkeypatch.setattr("wordwaiter.service.study.missed._missed_in", lambda *_: words)
    (question,) = found(context, caller).questions
    assert [answer.word for answer in question.answers] == ["ROTARY"]

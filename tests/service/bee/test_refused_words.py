"""A word that a peek answered "not good" and that stands on that team's board waits for the judges."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from aside import aside
from service.houses import DORA, Computer, holder, serving
from wordwaiter.errors import ConflictError, IllegalError, MalformedError, WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.roles import Role
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.bee.board_challenges import (
    ChallengeRequest,
    board_to_challenge,
    challenge_board_word,
)
from wordwaiter.service.bee.word_waiter import hare_scene
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, Settling, Waiting, judge_queue, settle
from wordwaiter.service.judging.refused_words import (
    answered_peeks,
    ruled_refused,
    undo_answer,
    undo_refused,
)
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.standings.standings import standings

SENTENCE = "If the word a team seeks to verify is not in either dictionary, it may not be used on the board."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


@pytest.fixture
def bee(house: Context) -> str:
    """The Owls asked for DEX, heard that it is not good, and laid it on plain squares: 2 + 1 + 8 = 11."""
    bee = bees.evening(house)
    bees.begin(house, bee)
    give(house, bee, c.BuyPeek("Walt", 1, "dex"), c.AnswerPeek("Judith", 1, good=False))
    give(house, bee, c.BuyPeek("Walt", 1, "dew"), c.AnswerPeek("Judith", 2, good=True))
    bees.paint(house, bees.boards(house, bee)["Owls"], "K8 DEX")
    give(house, bee, c.CallRoundTime("", bees.HARE))
    assert not waiting(house), "boards that are still entered wait for nobody"
    bees.hand_in_all(house, bee)
    return bee


def give(context: Context, bee: str, *commands: c.Command) -> None:
    for command in commands:
        execute(context, DORA, TOURNAMENTS, bee, command)


def waiting(context: Context) -> list[Waiting]:
    return [each for each in judge_queue(context, DORA) if each.matter is Matter.REFUSED]


def rule(context: Context, answer: str, note: str = "") -> None:
    (flagged,) = waiting(context)
    aside(settle(context, DORA, Settling(flagged.id, answer, note)))


def totals(context: Context, bee: str) -> dict[str, int]:
    lines = standings(snapshot_of(context, bee).tournament, bees.HARE).lines
    return {line.name: line.values[0][0] for line in lines}


def dex() -> PlacedWord:
    return PlacedWord("DEX", *parse_start("K8"))


@pytest.mark.clause("bee-dictionary", SENTENCE)
@pytest.mark.clause("bee-peek")
def test_a_word_that_a_peek_refused_is_flagged_to_the_judges_with_its_board(house: Context, bee: str) -> None:
    (flagged,) = waiting(house)
    assert (flagged.who, flagged.words, flagged.note) == ("Owls", ("DEX",), "K8 DEX")
    assert flagged.refused is not None
    assert [str(square) for square in flagged.refused.squares] == ["8K", "9K", "10K"]
    with pytest.raises(ConflictError) as refused:
        give(house, bee, c.CloseRound("", bees.HARE))
    assert refused.value.code == "ruling-awaited"
    assert "K8 DEX of Owls, which a peek refused" in refused.value.sentence


@pytest.mark.clause("bee-dictionary", SENTENCE)
def test_a_judge_strikes_it_and_can_undo_that(house: Context, bee: str) -> None:
    before = totals(house, bee)
    (flagged,) = waiting(house)
    assert flagged.refused is not None
    assert flagged.refused.points == 11
    rule(house, "strike")
    assert totals(house, bee) == before | {"Owls": before["Owls"] - 11}
    for team, stream in bees.boards(house, bee).items():
        scene = hare_scene(house, DORA, stream)
        assert scene.score.total == totals(house, bee)[team], "the board's page tells the same"
    assert not waiting(house)
    (ruled,) = ruled_refused(house, DORA)
    assert (ruled.team, ruled.ruling.points) == ("Owls", 11)
    assert undo_refused(house, DORA, ruled.id, "a slip") == "DEX"
    assert totals(house, bee) == before
    with pytest.raises(MalformedError) as refused:
        rule(house, "accept")
    assert refused.value.code == "no-reason"
    rule(house, "accept", "the dictionary has it after all")
    assert totals(house, bee) == before
    give(house, bee, c.CloseRound("", bees.HARE))


@pytest.mark.clause("bee-peek")
def test_an_answer_pressed_by_mistake_can_be_undone_and_what_was_ruled_with_it(
    house: Context, bee: str
) -> None:
    before = totals(house, bee)
    rule(house, "strike")
    (_, bad) = answered_peeks(house, DORA)
    assert (bad.team, bad.peek.word) == ("Owls", "DEX")
    assert undo_answer(house, DORA, bad.id, "looked in the wrong book") == "DEX"
    assert totals(house, bee) == before
    assert [(each.matter, each.words) for each in judge_queue(house, DORA)] == [(Matter.PEEK, ("DEX",))]
    give(house, bee, c.AnswerPeek("Judith", 1, good=True), c.CloseRound("", bees.HARE))
    with pytest.raises(ConflictError) as refused:
        undo_answer(house, DORA, bad.id, "too late")
    assert refused.value.code == "round-closed"
    assert answered_peeks(house, DORA) == (), "nobody is offered what is refused"


def test_a_judge_of_another_tournament_sees_neither_answers_nor_rulings(house: Context, bee: str) -> None:
    rule(house, "strike")
    elsewhere, here = (holder("Jo", Role.JUDGE, stream) for stream in ("tournament-9", bee))
    assert (answered_peeks(house, elsewhere), ruled_refused(house, elsewhere)) == ((), ())
    assert [each.peek.word for each in answered_peeks(house, here)] == ["DEW", "DEX"]
    assert len(ruled_refused(house, here)) == 1


@pytest.mark.clause("bee-challenge")
def test_the_points_of_such_a_word_are_lost_once(house: Context, bee: str) -> None:
    before = totals(house, bee)
    challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "K8", "dex"))
    give(house, bee, c.RuleBoardWord("", 1, 2, good=False))
    assert not waiting(house), "the judges have ruled on it"
    assert totals(house, bee) == {"Owls": before["Owls"] - 11, "Foxes": before["Foxes"] + 11}
    give(house, bee, c.UndoBoardRuling("", 1, 2, "a slip"), c.VoidBoardChallenge("", 1, 2, "withdrawn"))
    rule(house, "strike")
    strike = h.StrikeWords("Dora", "not-connected K8 DEX", (dex(),), "again")
    with pytest.raises(WordwaiterError):
        execute(house, DORA, BOARDS, bees.boards(house, bee)["Owls"], strike)
    assert totals(house, bee) == before | {"Owls": before["Owls"] - 11}


GETS_THE_POINTS = (
    "If the judges declare the word illegal, the challenging team will get to add the word point total to "
    "their score while the challenged team will lose the points of the illegal word."
)


@pytest.mark.clause("bee-challenge", GETS_THE_POINTS)
def test_a_refused_word_that_a_team_challenged_is_ruled_on_as_a_challenge(house: Context, bee: str) -> None:
    before = totals(house, bee)
    challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "K8", "dex"))
    assert [each.matter for each in judge_queue(house, DORA)] == [Matter.BOARD_WORD]
    with pytest.raises(ConflictError) as refused:
        give(house, bee, c.RuleRefusedWord("", 1, strike=True, reason="a peek refused it"))
    assert refused.value.code == "not-refused"
    give(house, bee, c.RuleBoardWord("", 1, 2, good=False))
    assert totals(house, bee) == {"Owls": before["Owls"] - 11, "Foxes": before["Foxes"] + 11}
    give(house, bee, c.UndoBoardRuling("", 1, 2, "a slip"), c.VoidBoardChallenge("", 1, 2, "withdrawn"))
    assert [each.matter for each in judge_queue(house, DORA)] == [Matter.REFUSED], "it waits again"


@pytest.mark.clause("bee-challenge")
def test_a_struck_word_is_not_offered_to_challengers_and_cannot_be_challenged(
    house: Context, bee: str
) -> None:
    assert offered(house, bee) == ["K8 DEX", "8H READ"]
    rule(house, "strike")
    assert offered(house, bee) == ["8H READ"]
    with pytest.raises(IllegalError) as refused:
        challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "K8", "dex"))
    assert refused.value.code == "no-such-word"
    (ruled,) = ruled_refused(house, DORA)
    undo_refused(house, DORA, ruled.id, "a slip")
    assert offered(house, bee) == ["K8 DEX", "8H READ"]


def offered(context: Context, bee: str) -> list[str]:
    """The words of the Owls' board that the other teams may challenge."""
    tournament = snapshot_of(context, bee).tournament
    found = board_to_challenge(context, bee, tournament, tournament.contender(1))
    assert found is not None
    return sorted((str(word) for word in found.words), key=lambda each: each.split()[1])


def test_a_board_that_is_entered_again_is_looked_at_again(house: Context, bee: str) -> None:
    owls = bees.boards(house, bee)["Owls"]
    rule(house, "strike")
    execute(house, DORA, BOARDS, owls, h.ReopenBoard("Judith", "it said DEW"))
    execute(house, DORA, BOARDS, owls, h.SubmitBoard("Walt", "Ann"))
    assert [each.note for each in waiting(house)] == ["K8 DEX"]
    with pytest.raises(IllegalError) as refused:
        give(house, bee, c.AnswerPeek("Judith", 1, good=True))
    assert refused.value.code == "answer-is-final"


@pytest.mark.clause("bee-sponsor")
def test_a_struck_word_loses_the_bonus_that_it_brought(house: Context) -> None:
    # DEX is a sponsor today, and a judge has answered "not good" all the same: 11 points and 100.
    bee = bees.evening(house)
    give(house, bee, c.ListSponsors("", ("Dex",)))
    give(house, bee, c.AnnounceWords("", bees.HARE, 1, "read", "snail", ("Dex",)))
    tournaments.publish_next_round(house, DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))
    give(house, bee, c.StartRound("", bees.HARE, draw_tiles=True))
    give(house, bee, c.BuyPeek("Walt", 1, "dex"), c.AnswerPeek("Judith", 1, good=False))
    bees.paint(house, bees.boards(house, bee)["Owls"], "K8 DEX")
    bees.hand_in(house, bee)
    before = totals(house, bee)
    rule(house, "strike")
    assert totals(house, bee) == before | {"Owls": before["Owls"] - 111}

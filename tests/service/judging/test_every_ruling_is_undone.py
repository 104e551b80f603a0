"""Every ruling can be undone: each command that decides something has the one that takes it back.

A new command that a judge may give, or that asks for a reason or a ground, fails this until its undo is told.
"""

from dataclasses import fields

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import ChallengedWord, PlacedWord
from wordwaiter.roles import Role, granted
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.undoing import undo_command

UNDONE_BY: dict[type, type] = {
    c.RuleBoardWord: c.UndoBoardRuling,
    c.ConfirmBoardPoints: c.UndoBoardRuling,
    c.VoidBoardChallenge: c.UndoBoardRuling,
    c.AnswerPeek: c.UndoPeekAnswer,
    c.RuleRefusedWord: c.UndoRefusedWord,
    c.DeclareDefault: c.Reinstate,
    c.Withdraw: c.Reinstate,
    c.Reinstate: c.DeclareDefault,
    c.DecideResult: c.WithdrawResult,
    c.SettleSheets: c.WithdrawResult,
    c.CorrectResult: c.CorrectResult,
    c.CancelGame: c.CorrectResult,
    c.ForfeitGame: c.WithdrawResult,
    c.WithdrawResult: c.DecideResult,
    c.AdjustRoomClock: c.AdjustRoomClock,
    c.ReopenRound: c.CloseRound,
    c.HaltRound: c.StartRound,
    c.ResumeRound: c.CallRoundTime,
    c.WithdrawRound: c.PublishRound,
    c.TakeMoney: c.ReverseMoney,
    c.ReverseMoney: c.TakeMoney,
    c.CorrectMoney: c.CorrectMoney,
    c.ChangePledge: c.ChangePledge,
    c.WithdrawPledge: c.MakePledge,
    g.Rule: g.UndoRuling,
    g.Allow: g.Undo,
    g.Correct: g.Correct,
    g.End: g.Undo,
    g.Pause: g.Resume,
    g.Resume: g.Pause,
    g.AdjustClock: g.AdjustClock,
    g.ReturnResult: g.Sign,
    h.AcceptFault: h.UndoFaultRuling,
    h.StrikeWords: h.UndoFaultRuling,
    h.CorrectPoints: h.CorrectPoints,
    h.ReopenBoard: h.SubmitBoard,
    h.AdjustTime: h.AdjustTime,
    h.WithdrawSignal: h.SignalEnd,
    h.GiveBack: h.BuyBack,
    h.CorrectRemoved: h.CorrectRemoved,
    h.PaintBoard: h.PaintBoard,
    h.ChangeSquares: h.ChangeSquares,
    c.CorrectTilesOut: c.CorrectTilesOut,
}
"""What takes back each command that decides something about a game, a word, a person or money."""

NO_RULING = {
    g.Undo, g.UndoRuling, c.UndoBoardRuling,  # they undo
    c.UndoPeekAnswer, c.UndoRefusedWord, h.UndoFaultRuling,
    c.CallOfficial, c.AnswerCall, c.EndCall,  # somebody comes to a table
    c.ChangeFormat, c.MergeDivisions, c.MoveEntrant, c.RemoveEntrants, c.ShiftTimetable,  # plans
}  # fmt: skip


def deciding(kinds: tuple[type, ...]) -> set[type]:
    """The commands that a judge may give, or that keep why somebody decided so."""
    told = {"reason", "ground", "note"}
    by_judges: frozenset[type] = granted(kinds)[Role.JUDGE]
    return {kind for kind in kinds if kind in by_judges or told & {field.name for field in fields(kind)}}


@pytest.mark.parametrize("kinds", [c.Command.__args__, g.Command.__args__, h.HareCommand.__args__])
def test_each_ruling_has_its_undo(kinds: tuple[type, ...]) -> None:
    rulings = deciding(kinds) - NO_RULING
    assert rulings == set(UNDONE_BY) & set(kinds)
    assert {UNDONE_BY[kind] for kind in rulings} <= set(kinds)


@pytest.mark.clause("ontario-a-default")
@pytest.mark.parametrize(
    "command",
    [
        c.CorrectResult(DIRECTOR, "Open", 1, 1, (288, 300), "misread"),
        c.CancelGame(DIRECTOR, "Open", 1, 1, "the lights went out"),
        c.WithdrawResult(DIRECTOR, "Open", 1, 1, "the wrong table"),
        c.DeclareDefault(DIRECTOR, 3, "went home"),
        c.DecideResult(DIRECTOR, "Open", 1, 2, (300, 310), "seen"),
        c.ForfeitGame(DIRECTOR, "Open", 1, 2, (6,), "not seen"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_decision_about_a_game_or_a_person_is_undone_and_the_standings_follow(command: c.Command) -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Abe"), seniors("Bea", "Bob")])
    desk.publish("Open", [("Ann", "Bea"), ("Abe", "Bob")])
    desk.do(c.StartRound(DIRECTOR, "Open"))
    desk.sheet("Open", 1, (400, 350), ("Ann", "Bea"))
    before = standings(desk.tournament, "Open")
    desk.do(command)
    assert standings(desk.tournament, "Open") != before
    if isinstance(command, c.WithdrawResult):
        desk.do(c.DecideResult(DIRECTOR, "Open", 1, 1, (400, 350), "it was right"))
    else:
        desk.do(undo_command(desk.facts, DIRECTOR, "a slip"))
    assert [(line.rank, line.values) for line in standings(desk.tournament, "Open").lines] == [
        (line.rank, line.values) for line in before.lines
    ]


@pytest.mark.clause("bee-challenge")
@pytest.mark.parametrize("good", [True, False])
def test_a_word_ruling_at_a_bee_is_undone_and_waits_again(good: bool) -> None:
    desk = Desk()
    desk.open("Bee", "bee-tortoise")
    desk.enter("Bee", [team("Owls"), team("Jays")])
    desk.do(c.ListSponsors("Emmy", ("ROTARY",)))
    desk.do(c.AnnounceWords("Emmy", "Bee", 1, "LITERACY", "TURTLE", ("ROTARY",)))
    desk.publish("Bee", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Bee"))
    for table, name in enumerate(("Owls", "Jays"), start=1):
        desk.sheet("Bee", table, (500,), [name])
    at = parse_square("8H"), Direction.ACROSS
    desk.board("Bee", "Owls", ChallengedWord("ZORP", *at, 16))
    desk.do(c.ChallengeBoardWord("Jays 1", 1, 2, 1, PlacedWord("ZORP", *at)))
    desk.do(c.RuleBoardWord("Judith", 1, 2, good))
    assert desk.values("Bee", "Jays") == ((475 if good else 516,),)
    desk.do(c.UndoBoardRuling("Judith", 1, 2, "the wrong key"))
    assert desk.values("Bee", "Jays") == desk.values("Bee", "Owls") == ((500,),)
    (made,) = desk.tournament.round("Bee", 1).challenges
    assert made.is_open

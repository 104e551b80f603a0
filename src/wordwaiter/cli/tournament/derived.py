"""The commands of the terminal that only give a command of the tournament."""

from typing import Final

import typer

from wordwaiter.cli.tournament.steps import Instead, Step
from wordwaiter.tournament import commands as c

_OF: Final = (str | None, typer.Option(None, "--division", "-d", help="With --all: only this division."))
_ALL: Final = (bool, typer.Option(False, "--all", help="Everybody who is not checked in yet."))
_CASH: Final = {"pay": "cash"}
_PAY: Final = {"method": "pay"}
_WHO: Final = {"contender": "who"}

STEPS: Final = (
    Step("merge", c.MergeDivisions, ("source", "target")),
    Step("provide-equipment", c.ProvideEquipment, ("sets", "clocks")),
    Step("remove", c.RemoveEntrants, ("who",), {"entrants": "who"}),
    Step("move", c.MoveEntrant, ("who", "division"), {"entrant": "who"}),
    Step(
        "check-in",
        c.CheckIn,
        ("who",),
        {"contenders": "who"},
        (Instead(c.CancelCheckIn, "cancel"),),
        besides={"all": _ALL, "of": _OF},
    ),
    Step("withdraw", c.Withdraw, ("who",), _WHO),
    Step("reinstate", c.Reinstate, ("who",), _WHO),
    Step("start", c.StartRound),
    Step(
        "stop",
        c.CallRoundTime,
        instead=(Instead(c.AdjustRoomClock, "add-minutes", {"by_ms": "add-minutes"}),),
        helps={"add-minutes": "Give the room more time instead, with a --reason."},
    ),
    Step("halt-round", c.HaltRound),
    Step("resume-round", c.ResumeRound),
    Step(
        "result",
        c.HandInSheet,
        ("table", "scores"),
        instead=(
            Instead(c.DecideResult, "decide"),
            Instead(c.SettleSheets, "settle"),
            Instead(c.CorrectResult, "correct"),
            Instead(c.CancelGame, "cancel"),
            Instead(c.WithdrawResult, "withdraw"),
            Instead(c.ForfeitGame, "absent"),
        ),
        helps={"signed": "Whose initials are on the sheet; all of them if left out."},
    ),
    Step("close", c.CloseRound, instead=(Instead(c.ReopenRound, "reopen"),)),
    Step("feat", c.NoteFeat, ("who", "what", "points", "text"), _WHO | {"feat": "what"}),
    Step(
        "announce",
        c.AnnounceWords,
        called={"starting_word": "start", "surprise_word": "surprise", "sponsors": "sponsor"},
        helps={"round": "The next one to begin if left out.", "sponsor": "A sponsor's name."},
    ),
    Step("sponsors", c.ListSponsors, ("names",)),
    Step("take-out", c.TakeTilesOut, ("team",)),
    Step("correct-out", c.CorrectTilesOut, ("team",)),
    Step("change-division", c.ChangeDivision, ("division", "name")),
    Step("details", c.ChangeDetails, ("name",)),
    Step("answer", c.AnswerPeek, ("number",), {"peek": "number"}),
    Step("undo-answer", c.UndoPeekAnswer, ("number",), {"peek": "number"}),
    Step("rule-refused", c.RuleRefusedWord, ("number",), {"peek": "number"}),
    Step("undo-refused", c.UndoRefusedWord, ("number",), {"peek": "number"}),
    Step(
        "buy",
        c.BuyTiles,
        ("team", "tiles"),
        _PAY | {"count": "tiles"},
        (Instead(c.BuyAllTiles, "tiles", only="all"),),
        helps={"tiles": "How many removed tiles, or all: those of all rounds."},
    ),
    Step("rule", c.RuleBoardWord, ("challenger",)),
    Step("confirm-points", c.ConfirmBoardPoints, ("challenger",)),
    Step("void-challenge", c.VoidBoardChallenge, ("challenger",)),
    Step("undo-ruling", c.UndoBoardRuling, ("challenger",)),
    Step(
        "call",
        c.CallOfficial,
        ("table",),
        instead=(
            Instead(c.AnswerCall, "answer", {"call": "answer"}),
            Instead(c.EndCall, "end", {"call": "end", "note": "reason"}),
        ),
        defaults={"wanted": "convenor"},
        helps={
            "answer": "Somebody goes to the call of this number.",
            "end": "The call of this number is over; --reason says how.",
        },
    ),
    Step("choose-screen", c.ChooseScreen, ("screen",)),
    Step("show-racks", c.ShowRacks, ("minutes",), instead=(Instead(c.HideRacks, "hide"),)),
    Step("allow-analysis", c.AllowAnalysis, instead=(Instead(c.ForbidAnalysis, "forbid"),)),
    Step("keep-photos", c.KeepPhotos, instead=(Instead(c.ErasePhotos, "erase"),)),
    Step("public-names", c.ChoosePublicNames, ("names",)),
    Step(
        "erase",
        c.ErasePerson,
        ("contender",),
        instead=(Instead(c.EraseEverybody, "everybody"), Instead(c.AnnounceErasure, "day")),
    ),
    Step("turn-screen", c.TurnScreen, ("how",)),
    Step("show-award", c.ShowAward, ("step",)),
)
"""Those of `wordwaiter tournament`."""

FUNDS: Final = (
    Step("take", c.TakeMoney, ("fund", "amount"), _PAY, defaults=_CASH),
    Step("correct", c.CorrectMoney, ("line", "fund", "amount"), _PAY, defaults=_CASH),
    Step("reverse", c.ReverseMoney, ("line",)),
    Step("pay-tab", c.PayTab, ("team",), _PAY, defaults=_CASH),
    Step("pledge", c.MakePledge, ("donor",)),
    Step("change-pledge", c.ChangePledge, ("pledge", "donor")),
    Step("withdraw-pledge", c.WithdrawPledge, ("pledge",)),
    Step("pay-pledge", c.PayPledge, ("pledge",), _PAY, defaults=_CASH),
    Step("target", c.SetTarget, ("amount",)),
    Step("count", c.CountCash, ("amount",)),
)
"""Those of `wordwaiter tournament funds`."""

SHIFT: Final = Step(
    "shift",
    c.ShiftTimetable,
    ("minutes",),
    {"slot": "part"},
    helps={"part": "From which part on, by its number; the next one to begin if left out."},
)
"""Of `wordwaiter tournament timetable`."""

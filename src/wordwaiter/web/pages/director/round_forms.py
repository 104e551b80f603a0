"""The forms of a division's rounds that ask for one command: signals, results, and steps back."""

from collections.abc import Callable
from typing import Final

from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.pages.forms import Fields


def meant_round(fields: Fields) -> int | None:
    """The round of the page that was looked at: a form may come so late that another one is played."""
    return fields.number_if_any("round")


def _place(tournament: Tournament, division: str, fields: Fields) -> tuple[str, int, int]:
    """The division, the round and the table that a form is about."""
    number = meant_round(fields)
    if number is None:
        latest = tournament.latest_round(division)
        number = latest.number if latest else 0
    return division, number, fields.number("table")


def _scores(fields: Fields) -> tuple[int, ...]:
    return tuple(fields.number(name) for name in ("first", "second") if fields.text(name))


def _sheet(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    signed = tuple(int(text) for text in fields.texts("signed") if text.isdecimal())
    place = _place(tournament, division, fields)
    return c.HandInSheet(by, *place, _scores(fields), signed, fields.number("board"))


def _totals(kind: type[c.DecideResult] | type[c.CorrectResult]) -> "Make":
    """Totals that an official puts there, with the reason."""

    def make(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
        place = _place(tournament, division, fields)
        return kind(by, *place, _scores(fields), fields.text("reason"), fields.number("board"))

    return make


def _absent(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    absent = tuple(int(text) for text in fields.texts("absent") if text.isdecimal() and len(text) < 7)
    place = _place(tournament, division, fields)
    return c.ForfeitGame(by, *place, absent, fields.text("reason"), fields.number("board"))


def _cancel(tournament: Tournament, division: str, by: str, fields: Fields) -> c.CancelGame:
    place = _place(tournament, division, fields)
    return c.CancelGame(by, *place, fields.text("reason"), fields.number("board"))


def _withdraw(tournament: Tournament, division: str, by: str, fields: Fields) -> c.WithdrawResult:
    place = _place(tournament, division, fields)
    return c.WithdrawResult(by, *place, fields.text("reason"), fields.number("board"))


def _step_back(kind: type[c.WithdrawRound] | type[c.HaltRound] | type[c.ReopenRound]) -> "Make":
    """A step of the round that is taken back, with the reason."""

    def make(_tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
        return kind(by, division, fields.text("reason"), meant_round(fields))

    return make


Make = Callable[[Tournament, str, str, Fields], c.Command]

ENDINGS: Final[dict[str, Callable[[Tournament, str, str, Fields], c.CancelGame | c.WithdrawResult]]] = {
    "cancel-game": _cancel,
    "withdraw-result": _withdraw,
}
"""What ends a result; looked at first, since it may change who stands where."""

COMMANDS: Final[dict[str, Make]] = {
    "start-round": lambda _t, division, by, fields: c.StartRound(
        by, division, draw_tiles=not fields.has("tiles-by-hand"), round=meant_round(fields)
    ),
    "call-time": lambda _t, division, by, fields: c.CallRoundTime(by, division, meant_round(fields)),
    "close-round": lambda _t, division, by, fields: c.CloseRound(by, division, meant_round(fields)),
    "withdraw-round": _step_back(c.WithdrawRound),
    "halt-round": _step_back(c.HaltRound),
    "reopen-round": _step_back(c.ReopenRound),
    "adjust-clock": lambda _t, division, by, fields: c.AdjustRoomClock(
        by, division, fields.number("minutes") * 60_000, fields.text("reason"), meant_round(fields)
    ),
    "sheet": _sheet,
    "decide": _totals(c.DecideResult),
    "correct": _totals(c.CorrectResult),
    "absent": _absent,
    **ENDINGS,
}
"""What a form of a round may ask for that is one command, by its name there."""

"""The forms of a division's rounds that ask for one command: signals, results, and steps back."""

from collections.abc import Callable
from typing import Final, TypeVar

from wordwaiter.command_fields import fields_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.pages.forms import Fields, command_from_form


def meant_round(fields: Fields) -> int | None:
    """The round of the page that was looked at: a form may come so late that another one is played."""
    return fields.number_if_any("round")


def _round(tournament: Tournament, division: str, fields: Fields) -> int:
    """The round that a form is about; the latest where it names none."""
    number = meant_round(fields)
    if number is None:
        latest = tournament.latest_round(division)
        number = latest.number if latest else 0
    return number


def _scores(fields: Fields) -> tuple[int, ...]:
    return tuple(fields.number(name) for name in ("first", "second") if fields.text(name))


Kind = TypeVar("Kind", bound=c.Command)


def _on_round(kind: Callable[..., Kind]) -> "Callable[[Tournament, str, Fields], Kind]":
    """Makes a command on the round of the page."""

    def make(_tournament: Tournament, division: str, fields: Fields) -> Kind:
        return command_from_form(fields, kind, division=division)

    return make


def _on_table(kind: Callable[..., Kind]) -> "Callable[[Tournament, str, Fields], Kind]":
    """Makes a command on a table of the round of the page; totals stand in one field for each side."""

    def make(tournament: Tournament, division: str, fields: Fields) -> Kind:
        scores = {"scores": _scores(fields)} if "scores" in fields_of(kind) else {}
        number = _round(tournament, division, fields)
        return command_from_form(fields, kind, division=division, round=number, **scores)

    return make


def _sheet(tournament: Tournament, division: str, fields: Fields) -> c.HandInSheet:
    """Makes the command that hands in a sheet, initialled by all sides unless its tick was taken away."""
    number = _round(tournament, division, fields)
    sitting = tournament.round(division, number).sitting_at(fields.number("table"), fields.number("board"))
    signed = sitting.sides if sitting is not None and fields.has("initialled") else ()
    return command_from_form(
        fields, c.HandInSheet, division=division, round=number, scores=_scores(fields), signed=signed
    )


def _start(_tournament: Tournament, division: str, fields: Fields) -> c.Command:
    draw_tiles = not fields.has("tiles-by-hand")
    return command_from_form(fields, c.StartRound, division=division, draw_tiles=draw_tiles)


Make = Callable[[Tournament, str, Fields], c.Command]

ENDINGS: Final[dict[str, Callable[[Tournament, str, Fields], c.CancelGame | c.WithdrawResult]]] = {
    "cancel-game": _on_table(c.CancelGame),
    "withdraw-result": _on_table(c.WithdrawResult),
}
"""Actions that end a result; previewed first, since they may change who stands where."""

COMMANDS: Final[dict[str, Make]] = {
    "start-round": _start,
    "call-time": _on_round(c.CallRoundTime),
    "close-round": _on_round(c.CloseRound),
    "withdraw-round": _on_round(c.WithdrawRound),
    "halt-round": _on_round(c.HaltRound),
    "reopen-round": _on_round(c.ReopenRound),
    "adjust-clock": _on_round(c.AdjustRoomClock),
    "sheet": _sheet,
    "decide": _on_table(c.DecideResult),
    "settle": _on_table(c.SettleSheets),
    "correct": _on_table(c.CorrectResult),
    "absent": _on_table(c.ForfeitGame),
    **ENDINGS,
}
"""The actions of a round's forms that are one command, by name."""

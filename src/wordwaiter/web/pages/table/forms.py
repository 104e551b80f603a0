"""The forms of a table's page: what was pressed and typed becomes one command."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.deciders.at_turn import require_turn_meant, turn_under_way
from wordwaiter.game.queries import board_before, to_move
from wordwaiter.game.table import EndReason, Played, Signer, SigningOfficial, Table
from wordwaiter.game.written import readers_at
from wordwaiter.rules.placement import parse_play, readable_play
from wordwaiter.service.tables.scene import AtTable
from wordwaiter.tournament.written import minutes_of_text
from wordwaiter.web.pages.forms import Fields, command_from_form

_MINUTE_MS: Final = 60_000


def command_of(at: AtTable, fields: Fields, by: str) -> c.Command:
    """The command that a form asks for, on the table as it stands."""
    if fields.text("do") in _TURN:
        return fields.action(_TURN)(at.table, _mover(at), fields, by)
    return fields.action(_OTHER)(at, fields, by)


AT_TURN: Final = "at_turn"
"""The field with the turn that was under way on the page from which a form comes."""


def turn_meant(fields: Fields) -> int | None:
    """The turn in which a form was filled in; nothing in one that means no turn."""
    return fields.number(AT_TURN) if fields.text("do") in _MEANS_A_TURN and fields.text(AT_TURN) else None


def require_timely(table: Table, turn: int | None) -> None:
    """Refuse a form of a turn that is over; so it is not read on a board for which it was not meant.

    Only that: a turn that is to come may have begun already where another process writes.
    """
    if turn is not None and turn < turn_under_way(table):
        require_turn_meant(table, c.Play, turn)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A play in small letters, typed where no script told what they mean: are they tiles or blanks?"""

    as_tiles: str
    as_blanks: str
    blanks: tuple[str, ...]


def doubt_about(at: AtTable, fields: Fields) -> Doubt | None:
    """Returns the question to ask before a form is carried out; `None` where it is plain."""
    text = fields.text("play")
    if fields.text("do") != "play" or not fields.has("plain") or text == text.upper():
        return None
    board = at.table.position.board
    placement = parse_play(text, board)
    blanks = tuple(tile.label for _, tile in placement.laid if tile.is_blank)
    return Doubt(text.upper(), readable_play(board, placement), blanks) if blanks else None


# ---------------------------------------------------------------- what the seat to move does


def _mover(at: AtTable) -> int:
    """Returns who acts: the seat to move, or the caller's own after it, if the turn ran out of time."""
    seat = to_move(at.table)
    if seat is None:
        raise IllegalError("nobody-to-move", "it is nobody's turn; the game has not started or is over")
    return at.following if at.follows else seat


def _exchange(table: Table, seat: int, fields: Fields, by: str) -> c.Command:
    """Tiles by their letters, ticked one by one, or only their number at a real board."""
    ticked = fields.texts("tile")
    if ticked:
        return c.Exchange(seat, ticked, by)
    if not fields.text("tiles"):
        raise MalformedError("which-tiles", "choose the tiles to exchange")
    return command_from_form(fields, c.Exchange, readers_at(table), seat=seat, by=by)


PLAUSIBLE_POINTS: Final = 400
"""The best plays of tournaments bring a little less; more is far more often a slip of the finger."""


class DoubtfulPointsError(ConflictError):
    """So many points in one turn are hardly meant."""


def _points(_table: Table, seat: int, fields: Fields, by: str) -> c.Command:
    """Points alone; those that nobody would believe are asked back once, and meant if they come again."""
    points = fields.number("points")
    if points > PLAUSIBLE_POINTS and fields.text("again") != fields.text("points"):
        sentence = f"{points} points in one turn? Enter them again to confirm"
        raise DoubtfulPointsError("points-doubtful", sentence, points=points)
    return c.ReportPoints(seat, points, by)


def _of_seat(kind: Callable[..., c.Command]) -> Callable[[Table, int, Fields, str], c.Command]:
    """Makes a command of the seat to move."""
    return lambda table, seat, fields, by: command_from_form(
        fields, kind, readers_at(table), seat=seat, by=by
    )


_TURN: Final[Mapping[str, Callable[[Table, int, Fields, str], c.Command]]] = {
    "play": _of_seat(c.Play),
    "exchange": _exchange,
    "pass": _of_seat(c.Pass),
    "cannot-play": _of_seat(c.SayCannotPlay),
    "points": _points,
}

# ---------------------------------------------------------------- what the others do, and officials


def _seat(at: AtTable, fields: Fields) -> int:
    seat = fields.number("seat")
    if not 0 <= seat < len(at.table.seats):
        raise MalformedError("no-such-seat", "this table has no such seat; reload the page")
    return seat


def _challenger(at: AtTable) -> int:
    """Returns the seat that may challenge the last play: of another side than the one that played."""
    last = at.last
    if last is None or not isinstance(last.move, Played):
        raise ConflictError("nothing-to-challenge", "the last turn was not a play")
    side = at.table.seats[last.seat].side
    others = [number for number, seat in enumerate(at.table.seats) if seat.side != side]
    own = [seat for seat in others if seat in at.seats]
    return min(own or others or [last.seat])


def _challenge(at: AtTable, fields: Fields, by: str) -> c.Command:
    seat = _challenger(at)
    last = at.last
    made = last.move.words if last is not None and isinstance(last.move, Played) else ()
    return c.Challenge(seat, fields.texts("word") or made, by)


def _at_seat(kind: Callable[..., c.Command], **given: object) -> "Make":
    """Makes a command of the seat that the form names."""

    def make(at: AtTable, fields: Fields, by: str) -> c.Command:
        seat = _seat(at, fields)
        return command_from_form(fields, kind, readers_at(at.table), seat=seat, by=by, **given)

    return make


def _by_official(kind: Callable[..., c.Command], **given: object) -> "Make":
    """Makes a command of an official."""
    return lambda _at, fields, by: command_from_form(fields, kind, by=by, **given)


def _rack(at: AtTable, fields: Fields, by: str) -> c.Command:
    if not fields.text("tiles"):
        raise MalformedError("which-tiles-left", "enter the tiles, or mark the rack as empty or unknown")
    return _at_seat(c.DeclareRack)(at, fields, by)


def _correct(at: AtTable, fields: Fields, by: str) -> c.Command:
    number = fields.number("turn")
    placement = parse_play(fields.text("play"), board_before(at.table, number))
    return command_from_form(fields, c.Correct, by=by, number=number, placement=placement)


def _release(at: AtTable, _fields: Fields, by: str) -> c.Command:
    hold = at.table.hold
    return c.ReleaseHold(_challenger(at) if hold is None else hold, by)


def _fill(at: AtTable, _fields: Fields, by: str) -> c.Command:
    if at.last is None:
        raise ConflictError("nothing-to-draw", "nothing was played yet, so there is nothing to draw")
    return c.Fill(at.last.seat, by)


def _adjust(_at: AtTable, fields: Fields, by: str) -> c.Command:
    """So many more minutes on one of the table's clocks, or fewer."""
    kind, _, side = fields.text("clock").partition("-")
    if kind not in {each.value for each in ClockKind}:
        raise MalformedError("no-such-clock", "this table has no such clock")
    by_ms = minutes_of_text(fields.text("minutes")) * _MINUTE_MS
    reason = fields.text("reason") or "time given by an official"
    return c.AdjustClock(by, ClockKind(kind), by_ms, reason, int(side) if side.isdecimal() else None)


def _signer(fields: Fields) -> Signer:
    is_official = fields.text("signer") == SigningOfficial.SCOREKEEPER.value
    return SigningOfficial.SCOREKEEPER if is_official else fields.number("signer")


def _sign(_at: AtTable, fields: Fields, by: str) -> c.Command:
    signed = fields.text("totals").split()
    if not all(_TOTAL.fullmatch(each) for each in signed):
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    return c.Sign(_signer(fields), by, fields.text("member"), tuple(map(int, signed)) or None)


def _end(_at: AtTable, fields: Fields, by: str) -> c.Command:
    no_play = fields.text("reason") == EndReason.NO_PLAY.value
    return c.End(by, EndReason.NO_PLAY if no_play else EndReason.AGREED, fields.text("note"))


_TOTAL: Final = re.compile(r"-?\d{1,6}", re.ASCII)

Make = Callable[[AtTable, Fields, str], c.Command]

_OTHER: Final[Mapping[str, Make]] = {
    "challenge": _challenge,
    "draw": _at_seat(c.DrawFirst),
    "begins": _at_seat(c.ChooseFirst),
    "rack": _rack,
    "rack-empty": _at_seat(c.DeclareRack, tiles=()),
    "rack-unknown": _at_seat(c.LeaveRackUnknown),
    "correct": _correct,
    "fill": _fill,
    "end": _end,
    "adjust": _adjust,
    "hold": lambda at, _fields, by: c.CallHold(_challenger(at), by),
    "release": _release,
    "undo": _by_official(c.Undo),
    "undo-ruling": _by_official(c.UndoRuling),
    "resign": _at_seat(c.Resign),
    "offer-end": _at_seat(c.OfferEnd),
    "accept-end": _at_seat(c.AnswerOffer, accepts=True),
    "decline-end": _at_seat(c.AnswerOffer, accepts=False),
    "claim": _at_seat(c.ClaimWin),
    "sign": _sign,
    "pause": lambda _at, fields, by: c.Pause(by, fields.text("reason") or "asked for at the table"),
    "resume": _by_official(c.Resume),
    "allow": _by_official(c.Allow),
    "time": _by_official(c.CallTime),
    "good": _by_official(c.Rule, good=True),
    "bad": _by_official(c.Rule, good=False),
}

_MEANS_A_TURN: Final = frozenset(
    {*_TURN, "challenge", "hold", "release", "fill", "allow", "undo", "undo-ruling", "good", "bad"}
)
"""Forms that are about the turn under way, or the play before it; a call, a signature or a clock is not."""

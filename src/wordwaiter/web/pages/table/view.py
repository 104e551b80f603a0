"""A table as its page shows it: scores, turns, clocks and what can be done, in the page's language."""

from dataclasses import dataclass
from typing import Any, assert_never

from wordwaiter.game.clock import ClockKind
from wordwaiter.game.commands import DeclareRack, LeaveRackUnknown, UndoRuling
from wordwaiter.game.deciders.count import may_be_empty, racks_awaited, racks_untold
from wordwaiter.game.deciders.officials import undoes_a_ruling
from wordwaiter.game.deciders.opening import team_decides
from wordwaiter.game.deciders.turn_ending import ending_rules
from wordwaiter.game.deciders.turns import courtesy_left_ms, exchange_is_possible, turn_to_draw
from wordwaiter.game.holdings import unseen_by
from wordwaiter.game.queries import explain_count, to_move
from wordwaiter.game.result import scores
from wordwaiter.game.signers import signs_by_member
from wordwaiter.game.table import EndReason, Played, Stage, Table
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import Overrun, Passing, SideBudget
from wordwaiter.rules.rulebooks.result_choices import NoPlay, RacksAtTime
from wordwaiter.rules.unplayed import holder_factor
from wordwaiter.service.tables.computer import computers_at
from wordwaiter.service.tables.free_games import count_is_open
from wordwaiter.service.tables.out_of_play import Settled
from wordwaiter.service.tables.scene import ClockFace, Scene
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.pages.table.clock_texts import clock_text
from wordwaiter.web.pages.table.free_ends import free_end
from wordwaiter.web.pages.table.plays_left import evidence_view
from wordwaiter.web.pages.table.status import result_text, status_view
from wordwaiter.web.pages.table.turns import played_text, turn_views
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.words import Catalogue


@dataclass(frozen=True, slots=True)
class SideView:
    """A side with its score."""

    name: str
    score: int
    is_on: bool
    note: str
    notes_play: bool
    """Whether the note is a play, with small letters for blanks."""


@dataclass(frozen=True, slots=True)
class FinalView:
    """A side's total as it is signed."""

    name: str
    sum: str
    """How it came about from the points of its turns, `274 − 9 =`; empty where nothing was added or taken."""
    total: int


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock on the page; the element counts on from here."""

    id: str
    label: str
    left_ms: int
    low_ms: int
    runs: bool
    is_main: bool
    text: str


@dataclass(frozen=True, slots=True)
class OverView:
    """The meaning, by the rules, of the end of a kind of clock."""

    kind: str
    text: str
    is_now: bool
    """Whether it is over, as the server has it."""
    can_call: bool
    """Whether the reader may call time now."""


def table_view(scene: Scene, words: Catalogue) -> dict[str, Any]:
    """Everything that the template of a table shows."""
    table, view = scene.table, scene.view
    rack = next(
        (seat.rack for seat in view.seats if seat.rack is not None and seat.seat.side == _side(scene)), None
    )
    shown_rack = rack if scene.is_virtual and table.stage is Stage.PLAYING else None
    turns = turn_views(scene, words)
    awaited, untold = racks_awaited(table), racks_untold(table)
    return {
        "scene": scene,
        "board": board_view(
            view.board, words, last=scene.last_squares, rack=shown_rack, locked=not scene.can_play
        ),
        "sides": _sides(scene, words),
        "waits_for": status_view(scene, turns, words),
        "turns": turns,
        "clocks": _clocks(scene, words),
        "overs": _overs(scene, words),
        "rack": shown_rack,
        "rack_owner": _rack_owner(scene),
        "last_words": _last_words(scene),
        "draw_in_ms": _draw_in_ms(scene),
        "can_pass": table.rulebook.turns.passing is not Passing.FORBIDDEN,
        "one_ends_game": ending_rules(table).no_play is NoPlay.SAID_BY_ONE,
        "can_exchange": table.stage is Stage.PLAYING and exchange_is_possible(table, scene.now_ms),
        "has_computer": bool(computers_at(table)),
        "clock_text": clock_text,
        "free_end": free_end(scene),
        "offers_last_challenge": _offers_last_challenge(scene),
        "count_is_open": scene.next_table is None and count_is_open(table, scene.now_ms),
        "unseen": _unseen(scene),
        "bag_count": view.bag_count,
        "awaited": [
            (seat, table.seats[seat].name, may_be_empty(table, seat))
            for seat in awaited
            if seat in scene.seats
        ],
        "evidence": evidence_view(scene, (*awaited, *untold), words),
        "to_stream": _racks_to_stream(scene),
        "undrawn": [
            (seat, table.seats[seat].name)
            for seat, tile in enumerate(table.first_draw or ())
            if tile is None and seat in scene.seats
        ],
        "may_begin": _may_begin(scene),
        "count_lines": explain_count(table),
        "untold": [(seat, table.seats[seat].name) for seat in untold if seat in scene.seats],
        "not_known": []
        if table.ending is None
        else [table.seats[seat].name for seat in table.ending.unknown],
        "is_own_off": table.ending is None or table.ending.reason is not EndReason.OUT,
        "may_leave_unknown": LeaveRackUnknown in scene.granted,
        "finals": _finals(scene, words),
        "is_ruled": view.scores != scores(table),
        "undoes_a_ruling": undoes_a_ruling(table),
        "may_undo_ruling": _may_undo_ruling(scene),
        "time_ending": _time_ending(table, words),
        "table_has_time": any(face.kind is ClockKind.TABLE and face.left_ms > 0 for face in scene.clocks),
        "room_left": _room_left(scene),
        "result": result_text(table, view.scores, words) if scene.out is None else "",
        "signs_by_member": signs_by_member(table, 0),
        "stage": table.stage.value,
        "key": new_key(),
        "title": _title(scene, words),
    }


@dataclass(frozen=True, slots=True)
class SignerView:
    """Somebody who has yet to sign."""

    value: int | str
    """As the form sends it: the number of a side, or a role."""
    name: str
    by_member: bool = False
    """Whether it is a team, for which a member signs."""


def signers_here(scene: Scene, words: Catalogue, *, keeps_the_score: bool) -> tuple[SignerView, ...]:
    """Those who have yet to sign and can do so here: all at a scorekeeper's, else one's own side."""
    table = scene.table
    signs_for_all = keeps_the_score or len(scene.seats) == len(table.seats)
    own = {table.seats[seat].side for seat in scene.seats}
    return tuple(
        SignerView(signer, table.sides[signer], signs_by_member(table, signer))
        if isinstance(signer, int)
        else SignerView(signer.value, words.say("table.scorekeeper"))
        for signer in scene.view.unsigned
        if signs_for_all or signer in own
    )


def _may_begin(scene: Scene) -> tuple[tuple[int, str, bool], ...]:
    """The players of a team that has yet to take its first turn, and which of them begins."""
    table = scene.table
    is_open = table.stage is Stage.PLAYING and not table.turns and table.tentative is None
    if not is_open or not team_decides(table.rulebook):
        return ()
    mover = to_move(table)
    return tuple((seat, table.seats[seat].name, seat == mover) for seat in sorted(scene.seats))


def _may_undo_ruling(scene: Scene) -> bool:
    """Checks if the last ruling can be taken back here; at a free table the word list rules."""
    may = UndoRuling in scene.granted and not scene.is_free and not scene.is_signed
    return may and scene.table.before_ruling is not None


def _side(scene: Scene) -> int | None:
    mover = to_move(scene.table)
    if not scene.seats:
        return None
    return scene.table.seats[mover if mover in scene.seats else min(scene.seats)].side


def _rack_owner(scene: Scene) -> str:
    mover = to_move(scene.table)
    seat = mover if mover in scene.seats else min(scene.seats, default=None)
    return "" if seat is None else scene.table.seats[seat].name


def _title(scene: Scene, words: Catalogue) -> str:
    if scene.setting is None:
        return " – ".join(scene.table.sides)
    place = scene.setting.place
    return words.say("table.where", table=place.table, round=place.round)


def _sides(scene: Scene, words: Catalogue) -> tuple[SideView, ...]:
    table, view = scene.table, scene.view
    mover = to_move(table)
    shown = []
    standing = scene.out.scores if isinstance(scene.out, Settled) else view.scores
    for side, (name, score) in enumerate(zip(view.sides, standing, strict=True)):
        is_on = mover is not None and table.seats[mover].side == side and scene.out is None
        note, notes_play = "", False
        if is_on and mover is not None:
            seat = table.seats[mover].name
            number = len(table.turns) + 1
            turn = words.say("table.to-play", n=number)
            note = turn if seat == name else f"{seat}: {turn}"
        else:
            last = next((turn for turn in reversed(view.turns) if table.seats[turn.seat].side == side), None)
            if last is not None:
                note = played_text(table, last.number, words, last)
                notes_play = isinstance(table.turns[last.number - 1].move, Played)
        shown.append(SideView(name, score, is_on, note, notes_play))
    return tuple(shown)


def _finals(scene: Scene, words: Catalogue) -> tuple[FinalView, ...]:
    """Each side's total, and what the end of the game and rulings on words added and took."""
    table = scene.table
    count = table.count or ()
    shown = []
    for side, (name, played, total) in enumerate(
        zip(table.sides, scores(table), scene.view.scores, strict=True)
    ):
        changes = [each.points for each in count if each.side == side]
        if total != played:
            changes.append(total - played)
        steps = " ".join(f"{'−' if change < 0 else '+'} {abs(change)}" for change in changes)
        before = figure(total - sum(changes), words.language)
        shown.append(FinalView(name, f"{before} {steps} =" if changes else "", total))
    return tuple(shown)


def final_totals_text(table: Table, words: Catalogue) -> str:
    """The totals of all sides in one line: `Ann 274, Bo 251`."""
    totals = zip(table.sides, scores(table), strict=True)
    return ", ".join(f"{name} {figure(total, words.language)}" for name, total in totals)


def _time_ending(table: Table, words: Catalogue) -> str:
    """Returns what happens when time is called at a table; empty where time ends no game."""
    rules = ending_rules(table)
    if rules.time is None and table.clocks.room is None:
        return ""
    is_counted = holder_factor(rules, somebody_is_out=False)
    racks = rules.racks_at_time or RacksAtTime.LEFT
    return words.say(f"table.time-{racks.value}" if is_counted else "table.time-nothing")


def _room_left(scene: Scene) -> str:
    """Returns the time left on the room's clock, for whoever is about to call time at one table; or empty."""
    left = [face.left_ms for face in scene.clocks if face.kind is ClockKind.ROOM and face.left_ms > 0]
    return clock_text(left[0]) if left else ""


def _draw_in_ms(scene: Scene) -> int | None:
    """Returns how long the draw that is due has to wait: 0 without a hold, `None` if a hold forbids it."""
    turn = turn_to_draw(scene.table)
    if scene.table.hold is None or turn is None:
        return 0
    return courtesy_left_ms(scene.table, turn, scene.now_ms)


def _last_words(scene: Scene) -> tuple[str, ...]:
    last = scene.last
    return last.move.words if last is not None and isinstance(last.move, Played) else ()


def _offers_last_challenge(scene: Scene) -> bool:
    """Checks if the page offers to challenge the last play; whoever plays again has agreed to the count."""
    is_settled = scene.is_free and scene.next_table is not None
    return scene.may_challenge_last_play and not is_settled


def _unseen(scene: Scene) -> tuple[tuple[str, int], ...]:
    """The tiles that are neither on the board nor on the rack that is shown, by letter."""
    table = scene.table
    mover = to_move(table)
    seat = mover if mover in scene.seats else min(scene.seats, default=None)
    unseen = unseen_by(table.position, seat if scene.is_virtual else None)
    labels = (*table.rulebook.table.tile_set.labels, BLANK)
    return tuple((label, unseen[label]) for label in labels if unseen[label] > 0)


def main_clock(scene: Scene, words: Catalogue) -> ClockView:
    """The clock of a table that counts most now, where it has one; of the sides' the one that runs."""
    first = scene.clocks[0]
    alike = [face for face in scene.clocks if face.kind is first.kind]
    return _clock(scene, next((face for face in alike if face.runs), first), first.kind, words)


def _clocks(scene: Scene, words: Catalogue) -> tuple[ClockView, ...]:
    return tuple(_clock(scene, face, scene.clocks[0].kind, words) for face in scene.clocks)


def _clock(scene: Scene, face: ClockFace, main: ClockKind, words: Catalogue) -> ClockView:
    match face.kind:
        case ClockKind.SIDE:
            label = scene.table.sides[face.side or 0]
        case ClockKind.TURN | ClockKind.TABLE | ClockKind.ROOM:
            # A free game has no room: the time of all tables is its own.
            kind = ClockKind.TABLE if scene.is_free and face.kind is ClockKind.ROOM else face.kind
            label = words.say(f"table.clock-{kind.value}", time=clock_text(face.limit_ms))
    ident = f"clock-{face.kind.value}" + ("" if face.side is None else f"-{face.side}")
    low_ms = 30_000 if face.kind is ClockKind.TURN else 60_000
    return ClockView(
        ident, label, face.left_ms, low_ms, face.runs, face.kind is main, clock_text(face.left_ms)
    )


def _racks_to_stream(scene: Scene) -> list[tuple[int, str, bool]]:
    """The seats whose rack the scorekeeper may tell for a video stream, and whether it is told.

    The letters are not shown here again: players look at this page too.
    """
    table, setting = scene.table, scene.setting
    is_wanted = setting is not None and setting.streams_racks and scene.keeps and not scene.is_virtual
    if not is_wanted or table.stage is not Stage.PLAYING or DeclareRack not in scene.granted:
        return []
    racks = table.position.racks
    told = [(seat, each.name, isinstance(racks[seat], Rack)) for seat, each in enumerate(table.seats)]
    return sorted(told, key=lambda each: each[0] != table.position.to_move)


def _overs(scene: Scene, words: Catalogue) -> tuple[OverView, ...]:
    """Returns sentences for clocks that run out, for each kind of which the rules say something."""
    left = {
        face.kind: min(each.left_ms for each in scene.clocks if each.kind is face.kind)
        for face in scene.clocks
    }
    told = [(kind, _over(scene, kind, words)) for kind in left]
    calls = scene.may_call_time and not scene.is_virtual and bool(_time_ending(scene.table, words))
    of_the_game = (ClockKind.TABLE, ClockKind.ROOM)
    return tuple(
        OverView(kind.value, text, left[kind] < 0, calls and kind in of_the_game)
        for kind, text in told
        if text
    )


def _over(scene: Scene, kind: ClockKind, words: Catalogue) -> str:
    """Returns the sentence for a clock of that kind that has run out, and what its reader can do then."""
    table = scene.table
    match kind:
        case ClockKind.TURN:
            if table.rulebook.turns.overrun is not Overrun.PASS_UNLESS_ALLOWED:
                return ""
            return words.say("table.over-turn-allow" if scene.may_allow else "table.over-turn")
        case ClockKind.SIDE:
            game = table.rulebook.clock.game
            if not isinstance(game, SideBudget):
                return ""
            return words.say("table.over-side", n=game.points_per_minute_over)
        case ClockKind.TABLE | ClockKind.ROOM:
            return words.say("table.over-game")
        case _:
            assert_never(kind)

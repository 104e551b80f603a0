"""A table's status: what it waits for, what was ruled and what others have played, to be read aloud."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from wordwaiter.game.deciders.count import racks_are_filled, racks_awaited
from wordwaiter.game.queries import to_move
from wordwaiter.game.result import Tied, Won, outcome
from wordwaiter.game.table import Skipped, Stage, Table
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge
from wordwaiter.service.tables.free_games import awaited
from wordwaiter.service.tables.out_of_play import (
    CountsForNobody,
    NotBegun,
    NotPlayed,
    OutOfPlay,
    Settled,
    TakenBack,
)
from wordwaiter.service.tables.scene import Scene
from wordwaiter.web.pages.table.turns import TurnLine, played_text
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.words import Catalogue


@dataclass(frozen=True, slots=True)
class StatusView:
    """A table's status: what it waits for, and why. It is read aloud when it changes."""

    news: str
    """The latest ruling, and who lost a turn by it, for those who look up only now."""
    heard: str
    """Another device's play: it is seen on the board and beside it, and read to a screen reader."""
    now: str


def status_view(scene: Scene, turns: Sequence[TurnLine], words: Catalogue) -> StatusView:
    """Returns the table's status; `turns` has the latest first."""
    table = scene.table
    mover = to_move(table)
    stopped = _stopped(scene, words)
    if stopped:
        return StatusView("", "", stopped)
    heard = _heard(scene, turns, words)
    if mover is not None and scene.game_time_is_up:
        return StatusView(_ruled(table, words), heard, words.say("table.over-game"))
    if mover is not None and scene.timed_out:
        late, following = (table.seats[seat].name for seat in (mover, scene.following))
        return StatusView("", heard, words.say("table.turn-timed-out", who=late, following=following))
    if mover is not None:
        now = words.say("table.turn-of", who=table.seats[mover].name, n=len(table.turns) + 1)
        return StatusView(_ruled(table, words) + _lost(scene, words), heard, now)
    now = _count_text(table, words) or result_text(table, scene.view.scores, words)
    return StatusView(_ruled(table, words, latest=1), heard, now)


def _count_text(table: Table, words: Catalogue) -> str:
    """Tells how the racks are counted; empty once they have been."""
    if not racks_awaited(table):
        return ""
    return words.say("table.racks-filled" if racks_are_filled(table) else "table.racks-awaited")


def _stopped(scene: Scene, words: Catalogue) -> str:
    """Why nobody plays on here now; empty where somebody may."""
    table = scene.table
    if scene.out is not None:
        return out_of_play_text(scene.out, table.sides, words)
    if scene.is_free and (guest := awaited(table)) is not None:
        return words.say("table.waits-for-guest", who=guest)
    if table.pause is not None:
        return words.say("table.paused", reason=table.pause)
    if table.challenge is not None:
        asked = ", ".join(table.challenge.words)
        return words.say("table.challenged", words=asked, who=table.seats[table.challenge.seat].name)
    if table.hold is not None:
        rules = table.rulebook.challenge
        is_strict = not isinstance(rules, TurnChallenge) or rules.courtesy_draw is None
        return words.say(
            "table.on-hold" if is_strict else "table.on-hold-for", who=table.seats[table.hold].name
        )
    return _drawing(table, words) if table.stage is Stage.DRAWING else ""


def _drawing(table: Table, words: Catalogue) -> str:
    """Returns how it is drawn who begins; once somebody has drawn, what, and who has yet to."""
    drawn = [(seat.name, tile) for seat, tile in zip(table.seats, table.first_draw or (), strict=True)]
    blank = words.say("table.blank-drawn")
    told = [
        words.say("table.has-drawn", who=name, tile=blank if tile == BLANK else tile)
        for name, tile in drawn
        if tile is not None
    ]
    if not told:
        return words.say("table.drawing")
    rest = ", ".join(name for name, tile in drawn if tile is None)
    return " ".join((*told, words.say("table.draw-awaited", who=rest)))


def out_of_play_text(out: OutOfPlay, sides: Sequence[str], words: Catalogue) -> str:
    """Why nobody plays on at a table, whatever its own game says."""
    match out:
        case NotPlayed(absent=absent):
            return words.say("director.not-played", who=", ".join(sides[side] for side in absent))
        case Settled(ground=ground, scores=scores):
            totals = ", ".join(
                f"{side} {figure(score, words.language)}" for side, score in zip(sides, scores, strict=True)
            )
            return words.say(f"table.settled-{ground.value}", totals=totals)
        case CountsForNobody():
            return words.say("table.game-cancelled")
        case TakenBack(stream=stream):
            return words.say("table.round-taken-back" if stream is None else "table.paired-anew")
        case NotBegun():
            return words.say("table.start-taken-back")
        case _:
            assert_never(out)


def _ruled(table: Table, words: Catalogue, latest: int = 2) -> str:
    """Returns the last ruling in the latest turns that were taken; a lost turn may lie between them."""
    taken = [turn for turn in table.turns[-latest - 1 :] if not isinstance(turn.move, Skipped)]
    rulings = [turn.ruling for turn in taken[-latest:] if turn.ruling is not None]
    if not rulings:
        return ""
    last = rulings[-1]
    told = {"who": table.seats[last.challenger].name, "words": ", ".join(last.words)}
    return words.say("table.ruled-good" if last.good else "table.ruled-bad", **told) + " "


def _lost(scene: Scene, words: Catalogue) -> str:
    """Returns who has just lost a turn; also when another device, or the computer, has played on since."""
    table = scene.table
    latest = table.turns[-2:] if _is_of_others(scene) else table.turns[-1:]
    told = [
        words.say("table.did", who=table.seats[turn.seat].name, told=played_text(table, turn.number, words))
        for turn in latest
        if isinstance(turn.move, Skipped)
    ]
    return "".join(f"{each}. " for each in told)


def _heard(scene: Scene, turns: Sequence[TurnLine], words: Catalogue) -> str:
    """The last turn with what it scored, where it was taken at another device; one's own is told at once."""
    if not _is_of_others(scene):
        return ""
    last = turns[0]
    if not last.points:
        return words.say("table.did", who=last.side, told=last.text) + ". "
    return words.say("table.heard", who=last.side, told=last.text, n=last.points, total=last.total) + " "


def _is_of_others(scene: Scene) -> bool:
    """Checks whether the last turn was taken, and not lost, by a seat that is not here."""
    last = scene.last
    return last is not None and last.seat not in scene.seats and not isinstance(last.move, Skipped)


def result_text(table: Table, totals: Sequence[int], words: Catalogue) -> str:
    """Returns who won and how the game ended; empty while it is in play."""
    result = outcome(table)
    if result is None:
        return ""
    reason = words.say(f"table.ended-{result.reason.value}")
    if isinstance(result.verdict, Won):
        return words.say("table.won", who=table.sides[result.verdict.side], reason=reason)
    if isinstance(result.verdict, Tied):
        return words.say("table.tied", reason=reason)
    return words.say("table.team-total", who=table.sides[0], n=totals[0], reason=reason)

"""The turns of a table as its page lists and tells them, in the page's language."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.game.deciders.turn_ending import ending_rules
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import turn_lines
from wordwaiter.game.table import Exchanged, Passed, Played, Reported, Skipped, Table, Turn
from wordwaiter.game.views import TurnView
from wordwaiter.rules.clauses import catalogue as clauses
from wordwaiter.rules.placement import readable_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.result_choices import NoPlay
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.scene import Scene
from wordwaiter.web.words import Catalogue


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A line of the list of turns."""

    number: int
    side: str
    text: str
    is_play: bool
    """Whether the text has a play in it, with small letters for blanks."""
    points: int
    total: int
    lines: tuple[str, ...]
    """How the points came about, word by word."""
    can_correct: bool
    clause: str
    """The clause of the rules by which the turn was lost; empty where none was, or none of a source."""


def turn_views(scene: Scene, words: Catalogue) -> tuple[TurnLine, ...]:
    """The turns of a table, the latest first."""
    table = scene.table
    totals = list(table.opening_scores)
    shown = []
    for turn, seen in zip(table.turns, scene.view.turns, strict=True):
        side = table.seats[turn.seat].side
        totals = [
            total + award for total, award in zip(totals, turn.awards or (0,) * len(totals), strict=True)
        ]
        totals[side] += turn.points
        shown.append(
            TurnLine(
                turn.number,
                table.seats[turn.seat].name,
                played_text(table, turn.number, words, seen),
                isinstance(turn.move, Played),
                turn.points,
                totals[side],
                _explained(scene, turn),
                isinstance(turn.move, Played) and not turn.ruled_off,
                _clause(turn),
            )
        )
    return tuple(reversed(shown))


_EXPLAINED: Final = Memo[tuple[str, ...]](3_000)
"""Of all games that are played in a large room; each keeps its turn, some three kilobytes, in memory."""


def _explained(scene: Scene, turn: Turn) -> tuple[str, ...]:
    """Explains a turn's points word by word; computed once for all who look at the table."""

    return _EXPLAINED.of(
        (scene.stream, turn.number),
        (turn, scene.table.rulebook),
        lambda: turn_lines(scene.table, turn.number),
    )


def _clause(turn: Turn) -> str:
    named = turn.move.clause if isinstance(turn.move, Passed | Skipped) else None
    return named if named is not None and named in clauses() else ""


def played_text(table: Table, number: int, words: Catalogue, seen: TurnView | None = None) -> str:
    """A turn in a few words, without its points and its name: `8D RETINA`, `exchanged 3`, `passed`.

    A play is told by its whole word, with the letters that were on the board; no code of a clause is told.
    """
    turn = table.turns[number - 1]
    match turn.move:
        case Played(placement, _):
            told = readable_play(turn.before.board, placement)
            if turn.move.words:
                told = f"{told.partition(' ')[0]} {turn.move.words[0]}"
            return words.say("table.taken-back", play=told) if turn.ruled_off else told
        case Exchanged(tiles):
            shown = seen is not None and isinstance(tiles, Rack) and str(tiles) in seen.text
            return (
                words.say("table.exchanged-tiles", tiles=tiles)
                if shown
                else words.say("table.exchanged", n=count_of(tiles))
            )
        case Passed(cannot_play, clause):
            if clause:
                return words.say("table.timed-out")
            if cannot_play and ending_rules(table).no_play is NoPlay.SAID_BY_ONE:
                return words.say("table.made-all")
            return words.say("table.could-not" if cannot_play else "table.passed")
        case Skipped():
            # A turn is lost by a challenge of the one before it, and by nothing else.
            ruling = table.turns[number - 2].ruling
            asked = "" if ruling is None else ", ".join(ruling.words)
            return words.say("table.lost-turn", words=asked)
        case Reported():
            return words.say("table.reported")

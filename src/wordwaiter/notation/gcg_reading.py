"""A GCG file as a game record, and what is odd about it: strict files and untidy ones.

What cannot be read is refused with its line. What can be read in one way only is read, and noted as odd.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.notation.encoding import RecordLines, record_lines
from wordwaiter.notation.gcg_line import parse_move, parse_tiles
from wordwaiter.notation.oddity import Oddity, OddityCode, OddityList
from wordwaiter.notation.record import GameRecord, Pragma, RecordedMove, RecordedPlayer
from wordwaiter.notation.score_sheet import ScoreSheet

HEADER_PRAGMAS: Final = frozenset(
    {
        "title", "description", "id", "lexicon", "incomplete",
        "tile-set", "tile-distribution", "board-layout", "game-type",
    }
)  # fmt: skip
"""Keywords that belong to the header wherever they stand; others only before the first move."""

MOST_MOVES: Final = 1000
"""Lines of moves that a record may have. A game has some 30, and none can have half as many as this."""

_PRAGMA: Final = re.compile(r"#([A-Za-z][\w-]*)(?:\s+(.*))?")
_NUMBERED: Final = re.compile(r"(player|rack)([1-9])")


@dataclass(frozen=True, slots=True)
class GcgReading:
    """The contents of a file, and anything odd in it."""

    record: GameRecord
    oddities: tuple[Oddity, ...]


def read_gcg(content: bytes, path: Path | str) -> GcgReading:
    """The record in a GCG file's bytes; `path` is for the errors."""
    oddities = OddityList()
    lines = record_lines(content, path, oddities)
    record = _Reader(lines, path, oddities).read()
    return GcgReading(record, oddities.found())


class _Kind(Enum):
    """The kinds of lines outside the header."""

    MOVE = "move"
    NOTE = "note"
    UNMARKED = "unmarked"


class _Reader:
    """Reads one file in two passes: the header lines wherever they stand, then moves and notes."""

    def __init__(self, lines: RecordLines, path: Path | str, oddities: OddityList) -> None:
        self.lines = lines
        self.path = path
        self.oddities = oddities
        self.named: dict[int, tuple[int, RecordedPlayer]] = {}
        self.racks: dict[int, tuple[int, str]] = {}
        self.pragmas: list[Pragma] = []
        self.body: list[tuple[int, _Kind, str]] = []
        self.first_move: int | None = None

    def read(self) -> GameRecord:
        for number, line in enumerate(self.lines.lines, 1):
            self._sort_line(number, line.strip())
        players = self._players()
        notes, moves = self._notes_and_moves(ScoreSheet(players, self.oddities))
        return GameRecord(players, moves, tuple(self.pragmas), notes)

    def refuse(self, line: int, code: str, reason: str) -> MalformedFileError:
        return MalformedFileError(code, self.path, reason, line=line)

    # -- first pass: the header

    def _sort_line(self, number: int, line: str) -> None:
        if line.startswith(">"):
            self.first_move = self.first_move or number
            self.body.append((number, _Kind.MOVE, line[1:]))
        elif found := _PRAGMA.fullmatch(line):
            self._sort_pragma(number, line, found[1].lower(), (found[2] or "").strip())
        elif line:
            self.body.append((number, _Kind.UNMARKED, line))

    def _sort_pragma(self, number: int, line: str, keyword: str, text: str) -> None:
        numbered = _NUMBERED.fullmatch(keyword)
        if numbered and numbered[1] == "player":
            self._name_player(number, int(numbered[2]), text)
        elif numbered:
            self.racks[int(numbered[2])] = (number, text)
        elif keyword == "note":
            self.body.append((number, _Kind.NOTE, text))
        elif keyword == "character-encoding":
            pass
        elif keyword in HEADER_PRAGMAS or self.first_move is None:
            self.pragmas.append(Pragma(keyword, text))
        else:
            # Writers of notes like to begin a line with a #tag.
            self.body.append((number, _Kind.UNMARKED, line))

    def _name_player(self, line: int, number: int, text: str) -> None:
        words = text.split(maxsplit=1)
        if not words:
            words = [f"player{number}"]
            self.oddities.note(line, OddityCode.NAMELESS_PLAYER, f"player {number} has no name")
        player = RecordedPlayer(words[0], words[-1])
        if number in self.named:
            earlier_line, earlier = self.named[number]
            if player != earlier:
                raise self.refuse(
                    line,
                    "player-twice",
                    f"#player{number} names {quoted(player.name)}, and on line {earlier_line} "
                    f"{quoted(earlier.name)}; give each player a number",
                )
            self.oddities.note_habit(line, OddityCode.PLAYER_TWICE, f"#player{number} stands here twice")
        self.named[number] = (line, player)

    def _players(self) -> tuple[RecordedPlayer, ...]:
        if not self.named:
            raise self.refuse(
                self.first_move or max(len(self.lines.lines), 1),
                "no-players",
                "no line #player1 or #player2 names the players; is this a game record?",
            )
        last_line = max(line for line, _ in self.named.values())
        if len(self.named) != 2:
            count = "one player" if len(self.named) == 1 else f"{len(self.named)} players"
            self.oddities.note(last_line, OddityCode.NOT_TWO_PLAYERS, f"the record names {count}")
        self._note_namesakes(last_line)
        held = self._closing_racks()
        return tuple(
            replace(player, rack=held.get(number)) for number, (_, player) in sorted(self.named.items())
        )

    def _note_namesakes(self, line: int) -> None:
        players = [player for _, player in self.named.values()]
        if nick := _repeated([player.nick for player in players]):
            self.oddities.note(
                line,
                OddityCode.SAME_NICKNAME,
                f"two players are called {quoted(nick)}; their totals tell them apart",
            )
        elif name := _repeated([player.name for player in players]):
            self.oddities.note(line, OddityCode.SAME_NAME, f"two players have the name {quoted(name)}")

    def _closing_racks(self) -> dict[int, tuple[str, ...] | None]:
        held: dict[int, tuple[str, ...] | None] = {}
        for number, (line, text) in self.racks.items():
            if number not in self.named:
                self.oddities.note(line, OddityCode.RACK_OF_NOBODY, f"there is no player {number}")
                continue
            try:
                held[number] = parse_tiles("".join(text.split())) or None
            except MalformedError as error:
                self.oddities.note(line, OddityCode.UNREADABLE_RACK, f"the rack was left out: {error}")
        return held

    # -- second pass: moves and notes

    def _notes_and_moves(self, sheet: ScoreSheet) -> tuple[tuple[str, ...], tuple[RecordedMove, ...]]:
        moves: list[RecordedMove] = []
        notes: list[list[str]] = [[]]
        """First those before any move, then those of each move."""
        for number, kind, text in self.body:
            match kind:
                case _Kind.MOVE:
                    if len(moves) == MOST_MOVES:
                        raise self.refuse(
                            number, "too-many-moves", f"no game has more than {MOST_MOVES} moves"
                        )
                    moves.append(self._move(number, text, sheet))
                    notes.append([])
                case _Kind.NOTE:
                    notes[-1].append(text)
                case _Kind.UNMARKED:
                    code = OddityCode.NOTE_RUNS_ON if notes[-1] else OddityCode.STRAY_TEXT
                    self.oddities.note_habit(number, code, "text without a mark was read as a note")
                    notes[-1].append(text)
        noted = (replace(move, notes=tuple(lines)) for move, lines in zip(moves, notes[1:], strict=True))
        return tuple(notes[0]), tuple(noted)

    def _move(self, number: int, text: str, sheet: ScoreSheet) -> RecordedMove:
        is_unfinished = number == len(self.lines.lines) and not self.lines.ends_cleanly
        label, rest = sheet.split_label(text)
        if "  " in rest.strip() or "\t" in rest:
            self.oddities.note_habit(number, OddityCode.PADDED_COLUMNS, "the columns are padded with spaces")
        try:
            move = parse_move(rest.split(), number, self.oddities)
        except MalformedError as error:
            if is_unfinished:
                raise self.refuse(number, "cut-off", f"the file is cut off in this line: {error}") from error
            raise self.refuse(number, error.code, error.sentence) from error
        if move.total is None and is_unfinished:
            raise self.refuse(number, "cut-off", "the file is cut off in this line, before the total")
        player = sheet.player(label, move, number)
        if player is None:
            known = ", ".join(quoted(each.nick) for each in sheet.players)
            raise self.refuse(
                number, "unknown-player", f"there is no player {quoted(label)}; there are: {known}"
            )
        return sheet.enter(player, move, number)


def _repeated(names: list[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)

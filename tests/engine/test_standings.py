"""Positions of a record that is played once, beside records cut off before each move."""

from dataclasses import replace
from pathlib import Path

import pytest

from wordwaiter.engine.review.standings import Standings
from wordwaiter.errors import MalformedFileError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import GameRecord, RecordedMove, Turn
from wordwaiter.notation.replay import ReplayedMove, Replayer, replay
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

CLUB = shipped_rulebook("club")
GAMES = sorted((Path(__file__).parents[1] / "notation" / "games" / "tidy").glob("*.gcg"))


def record_of(path: Path) -> GameRecord:
    return read_gcg(path.read_bytes(), path).record


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_position_is_that_of_the_record_cut_off_before_the_turn(path: Path) -> None:
    record = record_of(path)
    standings = Standings(record, CLUB)
    turns = [number for number, entry in enumerate(record.moves) if isinstance(entry.move, Turn)]
    assert len(turns) >= 2
    for number in turns:
        cut_off = replay(replace(record, moves=record.moves[:number]), CLUB)
        assert standings.before(number) == (cut_off.board, cut_off.final_scores)


def test_a_record_is_played_once_however_many_positions_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, carry_out = list[int](), Replayer.carry_out

    def counting(self: Replayer, entry: RecordedMove) -> ReplayedMove:
        played.append(entry.line)
        return carry_out(self, entry)

    monkeypatch.setattr(Replayer, "carry_out", counting)
    record = record_of(GAMES[0])
    standings = Standings(record, CLUB)
    for number in range(len(record.moves)):
        standings.before(number)
    assert played == [entry.line for entry in record.moves]


def test_positions_up_to_a_play_that_runs_off_the_board_are_known_and_later_ones_refused() -> None:
    text = (
        b"#player1 Ada Ada\n#player2 Bo Bo\n"
        b">Ada: RETINA 8D RETINA +14 14\n>Bo: CATS 8N CATS +9 9\n>Ada: - +0 14\n"
    )
    standings = Standings(read_gcg(text, "game").record, CLUB)
    assert standings.before(0)[1] == (0, 0)
    assert standings.before(1)[1] == (14, 0)
    with pytest.raises(MalformedFileError) as refused:
        standings.before(2)
    assert refused.value.line == 4

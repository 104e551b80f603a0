"""Writing GCG: one way for each record, which reads back as what it was."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record_strategies import records
from notation.vocabulary import codes, games, read_file
from wordwaiter.errors import MalformedError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.oddity import OddityCode
from wordwaiter.notation.record import (
    GameRecord,
    OpponentsRack,
    OwnRack,
    Passed,
    Pragma,
    RecordedMove,
    RecordedPlayer,
    TilesPlayed,
    name_players,
)
from wordwaiter.notation.replay import replay
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

OF_THE_GAME = {
    OddityCode.NO_RACK.value,
    OddityCode.NEGATIVE_TOTAL.value,
    OddityCode.NOT_TWO_PLAYERS.value,
    OddityCode.SAME_NAME.value,
}
"""What a tidy file may tell of an odd game."""


def test_record_built_in_python_is_written_as_gcg() -> None:
    square, direction = parse_start("8F")
    record = GameRecord(
        name_players(["Page Turners", "Ampersands"]),
        (
            RecordedMove(
                0, TilesPlayed(square, direction, "CARD"), 14, 14, ("C", "A", "R", "D", "?"), ("Well.",)
            ),
            RecordedMove(1, Passed(), 0, 0),
            RecordedMove(0, OpponentsRack(("Q", "CH")), 30, 44),
            RecordedMove(1, OwnRack(("Q", "CH")), -15, -15),
        ),
        (Pragma("title", "Final"),),
    )
    assert write_gcg(record).decode().splitlines() == [
        "#character-encoding UTF-8",
        "#player1 Page_Turners Page Turners",
        "#player2 Ampersands Ampersands",
        "#title Final",
        ">Page_Turners: CARD? 8F CARD +14 14",
        "#note Well.",
        ">Ampersands: - +0 0",
        ">Page_Turners: (Q[CH]) +30 44",
        ">Ampersands: Q[CH] (Q[CH]) -15 -15",
    ]


@pytest.mark.parametrize("path", games("tidy"), ids=lambda path: path.stem)
def test_tidy_record_is_written_as_it_was(path: Path) -> None:
    assert write_gcg(read_file(path).record) == path.read_bytes()


@pytest.mark.parametrize("path", games("ugly"), ids=lambda path: path.stem)
def test_ugly_record_is_written_tidily(path: Path) -> None:
    tidy = read_gcg(write_gcg(read_file(path).record), path)
    of_the_word = {OddityCode.LETTERS_IN_PARENTHESES.value}
    assert codes(tidy.oddities) <= OF_THE_GAME | of_the_word
    assert write_gcg(tidy.record) == write_gcg(read_file(path).record)


@pytest.mark.long
@settings(deadline=None)
@given(records())
def test_record_reads_back_as_it_was_written(record: GameRecord) -> None:
    reading = read_gcg(write_gcg(record), "written.gcg")
    assert reading.record == record
    assert codes(reading.oddities) <= OF_THE_GAME


def test_namesakes_get_nicknames_of_their_own() -> None:
    assert [player.nick for player in name_players(["Ann Lee", "ann lee", "Ann:Lee", " "])] == [
        "Ann_Lee", "ann_lee_2", "Ann_Lee_3", "player4",
    ]  # fmt: skip
    twins = GameRecord(
        (RecordedPlayer("Al", "Al"), RecordedPlayer("Al", "Al")), (RecordedMove(1, Passed(), 0, 0),)
    )
    assert ">Al_2: - +0 0" in write_gcg(twins).decode()


def test_text_that_would_break_a_line_is_written_on_one() -> None:
    player = RecordedPlayer("A\nda", "Ada\r\nByron\x1b")
    record = GameRecord((player,), (RecordedMove(0, Passed(), 0, 0, notes=("one\u2028two\n>Ada: - +9 9",)),))
    again = read_gcg(write_gcg(record), "written.gcg").record
    assert again.players[0] == RecordedPlayer("A_da", "Ada  Byron")
    assert again.moves[0].notes == ("one two >Ada: - +9 9",)
    assert len(again.moves) == 1


# ---------------------------------------------------------------- whatever the bytes are

_CLUB = shipped_rulebook("club")
_NAMES = st.sampled_from([*[">Ada:", ">Bo:", ">ada :"] * 3, ">Cy:", ">"])
_RACKS = st.sampled_from(["", "AEINRST", "aeinrs", "?", "??QZ", "[CH]A", "[", "AEINRSTU", "Ö"])
_ACTIONS = st.sampled_from(
    [
        "8H CARD", "h8 CARD", "8D RETINA", "8D .ETINA", "D8 ..S", "D8 RAcE", "1A ....", "15O A", "0H A",
        "99Z A", "8H (C)ARD", "8H )(", "8H [CH]", "8H [", "8H ?A", "8H ß", "8H ﬁ", "-", "--", "-AE", "-3",
        "-99", "-0", "(time)", "(challenge)", "(QU)", "()", "(", "(Ö)", "",
    ]
)  # fmt: skip
_POINTS = st.sampled_from(["+5", "-5", "5", "+0", "+99999999999", "−5", ""])
_TOTALS = st.sampled_from(["5", "-5", "0", "5 EXTRA", ""])
_MOVE_LINES = st.tuples(_NAMES, _RACKS, _ACTIONS, _POINTS, _TOTALS).map(" ".join)
_OTHER_LINES = st.sampled_from(
    [
        "#player3 Cy", "#player1 Ada", "#player1", "#note x", "#rack1 A?", "#rack9 A", "#title", "#", "text",
        "", "\x00",
    ]
)  # fmt: skip


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    _read_or_refuse(content)
    _read_or_refuse(b"#player1 Ada\n#player2 Bo\n" + content)


@settings(deadline=None)
@given(
    st.lists(_MOVE_LINES | _MOVE_LINES | _OTHER_LINES, max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8", "latin-1", "utf-16"]),
)
def test_any_lines_are_read_or_refused(lines: list[str], line_end: str, encoding: str) -> None:
    _read_or_refuse(line_end.join(["#player1 Ada", "#player2 Bo", *lines]).encode(encoding, "replace"))


def _read_or_refuse(content: bytes) -> None:
    """Read, replay and write; nothing but a refusal of ours may be raised."""
    try:
        record = read_gcg(content, "any.gcg").record
        replay(record, _CLUB, "any.gcg")
    except MalformedError:
        return
    tidy = write_gcg(record)
    assert write_gcg(read_gcg(tidy, "tidy.gcg").record) == tidy

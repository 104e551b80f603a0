"""Reading GCG: tidy records, untidy ones, and those that cannot be read."""

from pathlib import Path

import pytest

from notation.vocabulary import GAMES, codes, games, read_file, read_lines
from wordwaiter.errors import MalformedFileError
from wordwaiter.notation.encoding import LARGEST_RECORD
from wordwaiter.notation.gcg_reading import MOST_MOVES, read_gcg
from wordwaiter.notation.oddity import OddityCode
from wordwaiter.notation.record import (
    ChallengeSurvived,
    NumberExchanged,
    OpponentsRack,
    Overtime,
    OwnRack,
    Passed,
    PlayWithdrawn,
    Pragma,
    RecordedMove,
    RecordedPlayer,
    TilesExchanged,
    TilesPlayed,
)
from wordwaiter.notation.replay import replay
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

NOT_OURS_TO_TIDY = {OddityCode.NEGATIVE_TOTAL.value, OddityCode.NO_RACK.value}
"""What is untidy about a game and not about its file."""


@pytest.mark.parametrize("path", games("tidy"), ids=lambda path: path.stem)
def test_tidy_record_has_no_oddities(path: Path) -> None:
    assert codes(read_file(path).oddities) <= NOT_OURS_TO_TIDY


def test_every_oddity_has_a_record_that_shows_it() -> None:
    assert {path.stem for path in games("ugly")} == {code.value for code in OddityCode}


@pytest.mark.parametrize("path", games("ugly"), ids=lambda path: path.stem)
def test_ugly_record_is_read_and_its_oddity_is_told(path: Path) -> None:
    reading = read_file(path)
    result = replay(reading.record, shipped_rulebook("club"), path)
    told = codes((*reading.oddities, *result.oddities))
    assert path.stem in told
    assert told <= {path.stem, OddityCode.NO_RACK.value}
    assert result.differences == ()


@pytest.mark.parametrize(
    "name",
    [
        "undeclared-utf-8", "undeclared-latin-1", "late-encoding", "byte-order-mark",
    ],
)  # fmt: skip
def test_names_are_read_in_any_encoding(name: str) -> None:
    assert read_file(GAMES / "ugly" / f"{name}.gcg").record.players[1].name == "Bo Pîp"


def test_windows_quotation_marks_are_read() -> None:
    record = read_file(GAMES / "ugly" / "undeclared-windows-1252.gcg").record
    assert record.moves[0].notes == ("“That’s a card – an ace!”",)


def test_old_macintosh_line_ends_are_read() -> None:
    content = (GAMES / "tidy" / "three-moves.gcg").read_bytes()
    reading = read_gcg(content.replace(b"\n", b"\r"), "old.gcg")
    assert reading.record == read_gcg(content, "new.gcg").record
    assert codes(reading.oddities) == {"foreign-line-ends"}


def test_a_whole_record_becomes_a_value() -> None:
    record = read_file(GAMES / "tidy" / "stopped-early.gcg").record
    assert record.players == (
        RecordedPlayer("Ada", "Ada Byron", ("A", "E", "E", "S", "T", "?", "U")),
        RecordedPlayer("Bo", "Bo Peep", ("A", "N", "R", "T", "T")),
    )
    assert record.pragmas == (
        Pragma("title", "Club night"),
        Pragma("description", "Lights went out"),
        Pragma("id", "org.example 17"),
        Pragma("incomplete", ""),
    )
    assert record.is_incomplete
    assert record.notes == ("Two rounds were played before this one.", "It was late.")
    assert record.moves == (
        RecordedMove(0, TilesPlayed(Square(7, 5), Direction.ACROSS, "CARD"), 14, 14, tuple("ACDERST")),
        RecordedMove(
            1,
            TilesPlayed(Square(7, 6), Direction.DOWN, ".NTE"),
            5,
            5,
            tuple("AENNRTT"),
            ("", "ANTE, not NEAT."),
        ),
    )
    assert [move.line for move in record.moves] == [10, 11]


@pytest.mark.parametrize(
    ("line", "move", "points"),
    [
        (">Ada: ABCDEFG -ABC +0 0", TilesExchanged(("A", "B", "C")), 0),
        (">Ada: ABCDEF? -?A +0 0", TilesExchanged(("?", "A")), 0),
        (">Ada: ABCDEFG -3 +0 0", NumberExchanged(3), 0),
        (">Ada: ABCDEFG - +0 0", Passed(), 0),
        (">Ada: ABCDEFG -0 +0 0", Passed(), 0),
        (">Ada: ABCDEFG -- -27 -27", PlayWithdrawn(), -27),
        (">Ada: ABCDEFG (challenge) +5 5", ChallengeSurvived(), 5),
        (">Ada: (Challenge) +5 5", ChallengeSurvived(), 5),
        (">Ada: ABCDEFG (time) -30 -30", Overtime(), -30),
        (">Ada: (TIME) -30 -30", Overtime(), -30),
        (">Ada: (QU) +22 22", OpponentsRack(("Q", "U")), 22),
        (">Ada: () +0 0", OpponentsRack(()), 0),
        (">Ada: QU (QU) -11 -11", OwnRack(("Q", "U")), -11),
        (">Ada: (QU) -11 -11", OwnRack(("Q", "U")), -11),
        (">Ada: ? (?) +0 0", OwnRack(("?",)), 0),
        (">Ada: (?) +0 0", OpponentsRack(("?",)), 0),
        (">Ada: ([CH]A) +12 12", OpponentsRack(("CH", "A")), 12),
        (">Ada: A[CH]E? 8H [CH]E +12 12", TilesPlayed(Square(7, 7), Direction.ACROSS, "[CH]E"), 12),
        (">Ada: ABCDEFG 12C BE −4 −4", TilesPlayed(Square(11, 2), Direction.ACROSS, "BE"), -4),
    ],
)
def test_each_kind_of_move_is_read(line: str, move: object, points: int) -> None:
    (only,) = read_lines(line).record.moves
    assert (only.move, only.points, only.total) == (move, points, points)


def test_players_of_one_nickname_are_told_apart() -> None:
    record = read_file(GAMES / "ugly" / "same-nickname.gcg").record
    assert [move.player for move in record.moves] == [0, 1, 0, 1, 0]


def test_players_of_one_nickname_take_turns_where_totals_do_not_tell() -> None:
    content = (
        b"#player1 Ada\n#player2 Ada\n>Ada: A - +0 0\n>Ada: B - +0 0\n>Ada: B (time) +0 0\n>Ada: A - +0 0\n"
    )
    assert [move.player for move in read_gcg(content, "game.gcg").record.moves] == [0, 1, 1, 0]


def test_nickname_may_have_a_colon() -> None:
    content = b"#player1 a:b A B\n#player2 a A\n>a:b: A - +0 0\n>a: A - +0 0\n"
    assert [move.player for move in read_gcg(content, "game.gcg").record.moves] == [0, 1]


def test_header_is_read_wherever_it_stands() -> None:
    content = b">Ada: ABC 8G CAB +14 14\n#player1 Ada Ada Byron\n#title Late\n#rack1 AB\n#player2 Bo Bo\n"
    record = read_gcg(content, "game.gcg").record
    assert record.pragma("title") == "Late"
    assert record.players[0].rack == ("A", "B")
    assert record.moves[0].player == 0


def test_unknown_pragmas_are_kept() -> None:
    record = read_lines("#Style fancy", ">Ada: A - +0 0").record
    assert record.pragmas == (Pragma("style", "fancy"),)
    assert record.pragma("title") is None


def test_habit_of_a_file_is_told_once_with_its_count() -> None:
    reading = read_file(GAMES / "ugly" / "lower-case-square.gcg")
    (oddity,) = reading.oddities
    assert (oddity.line, oddity.sentence) == (4, "the square 8f is in lower case (so on 3 lines)")


def test_long_notes_are_no_reason_to_refuse_a_record() -> None:
    note = "#note " + "word " * 2_000
    record = read_lines(">Ada: A - +0 0", *[note] * 50).record
    assert len(record.moves[0].notes) == 50


BROKEN = {
    "cut-off-in-points": (6, "cut-off"),
    "cut-off-in-word": (6, "cut-off"),
    "digit-in-word": (4, "bad-move"),
    "no-closing-bracket": (7, "bad-move"),
    "no-colon": (4, "bad-move"),
    "no-move": (4, "bad-move"),
    "no-players": (2, "no-players"),
    "no-points": (5, "bad-move"),
    "no-square": (4, "bad-move"),
    "no-such-tile": (4, "no-such-tile"),
    "no-such-tile-on-rack": (4, "no-such-tile"),
    "not-text": (7, "not-text"),
    "nothing": (1, "no-players"),
    "off-board": (5, "off-board"),
    "player-twice": (4, "player-twice"),
    "row-off-board": (4, "off-board"),
    "strange-exchange": (4, "bad-tiles"),
    "unknown-encoding": (1, "unknown-encoding"),
    "unknown-player": (7, "unknown-player"),
    "utf-16": (1, "wrong-encoding"),
    "wrong-encoding": (3, "wrong-encoding"),
}


@pytest.mark.parametrize("path", games("broken"), ids=lambda path: path.stem)
def test_broken_record_is_refused_with_its_line(path: Path) -> None:
    with pytest.raises(MalformedFileError) as refusal:
        replay(read_file(path).record, shipped_rulebook("club"), path)
    assert (refusal.value.line, refusal.value.code) == BROKEN[path.stem]
    assert str(refusal.value).startswith(f"{path}:{refusal.value.line}: ")


def test_record_of_ten_megabytes_is_refused_with_the_line_where_it_is_too_long() -> None:
    line = b">Ada: AEINRST - +0 0\n"
    content = b"#player1 Ada\n#player2 Bo\n" + line * (10_000_000 // len(line))
    with pytest.raises(MalformedFileError) as refusal:
        read_gcg(content, "huge.gcg")
    assert refusal.value.code == "file-too-large"
    assert refusal.value.line == content.count(b"\n", 0, LARGEST_RECORD) + 1


def test_record_of_more_moves_than_any_game_has_is_refused() -> None:
    with pytest.raises(MalformedFileError) as refusal:
        read_lines(*[">Ada: - +0 0"] * (MOST_MOVES + 1))
    assert (refusal.value.code, refusal.value.line) == ("too-many-moves", 4 + MOST_MOVES)


@pytest.mark.parametrize(
    "line",
    [
        f">Ada: A 8H {'A' * 900_000} +5 5",
        f">Ada: A 8H {'.' * 900_000}A +5 5",
        f">Ada: ({'A' * 900_000}) +5 5",
        f">Ada: A -{'A' * 900_000} +0 0",
        f">Ada: A {'A' * 900_000}",
        f">{'A' * 900_000}: A - +0 0",
        f"#player1 Ada {'A' * 900_000}",
    ],
)
def test_huge_field_is_refused_in_few_words(line: str) -> None:
    with pytest.raises(MalformedFileError) as refusal:
        read_lines(line)
    assert len(str(refusal.value)) < 200


def test_huge_rack_is_left_out() -> None:
    reading = read_lines(f">Ada: {'A' * 900_000} - +0 0")
    assert reading.record.moves[0].rack is None
    assert len(reading.oddities[1].sentence) < 200


def test_record_cut_off_anywhere_is_read_or_refused() -> None:
    content = (GAMES / "tidy" / "complete.gcg").read_bytes()
    whole = read_gcg(content, "whole.gcg").record
    refused = set()
    for end in range(content.index(b">"), len(content), 5):
        try:
            record = read_gcg(content[:end], "cut.gcg").record
        except MalformedFileError as error:
            refused.add((error.code, error.line == content.count(b"\n", 0, end) + 1))
        else:
            # All but the last line, whose total may have lost a digit, is as it was.
            assert record.moves[:-1] == whole.moves[: max(len(record.moves) - 1, 0)]
    assert refused == {("cut-off", True)}

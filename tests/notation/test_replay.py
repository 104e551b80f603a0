"""Replaying records: games worked through by hand, and slips of the pen that are each found once."""

from dataclasses import replace

import pytest

from notation.vocabulary import GAMES, codes, found, read_file, read_lines, replay_lines, with_tiles
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.notation.difference import DifferenceCode
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import GameRecord, RecordedMove, TilesPlayed, name_players
from wordwaiter.notation.replay import replay
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.rulebooks.choices import Passing
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

SMALL_SET = (
    ("A", 1, 3), ("C", 3, 1), ("D", 2, 1), ("E", 1, 3), ("N", 1, 2), ("R", 1, 2), ("S", 1, 1), ("T", 1, 3),
)  # fmt: skip
"""With one blank, 17 tiles: two racks and three in the bag, so that a whole game can be followed by hand."""

WORKED_BY_HAND = (
    # C3 A1 R1 D2 = 7, doubled by the star under R. Ada draws the last three tiles.
    ">Ada: ACDERST 8F CARD +14 14",
    # Down from the A: A1, N on a double letter 2, T1, E1.
    ">Bo: AENNRTT G8 .NTE +5 5",
    # SEAt: S1 E1, A on a triple letter 3, the blank 0 = 5. CARDS: 3 + 1 + 1 + 2 + 1 = 8.
    ">Ada: ?AEEST J8 SEAt +13 27",
    # CARDSN, which Ada challenges: 3 + 1 + 1 + 2 + 1 + 1 = 9, and off again.
    ">Bo: ANRT 8F .....N +9 14",
    ">Bo: ANRT -- -9 5",
    # tET: the blank 0, E1 T1 = 2, doubled under the E. Ada is out.
    ">Ada: ET 11J .ET +4 31",
)
"""Lines 4 to 9. Bo is left with A, N, R and T, worth 4."""


def test_whole_game_worked_through_by_hand() -> None:
    result = replay_lines(
        *WORKED_BY_HAND, ">Ada: (ANRT) +8 39", rulebook=with_tiles("club", *SMALL_SET, blanks=1)
    )
    assert result.agrees
    assert result.oddities == ()
    assert [move.points for move in result.moves] == [14, 5, 13, 9, -9, 4, 8]
    assert result.final_scores == (39, 5)
    assert [line for line in result.board.text().splitlines() if line.strip(".")] == [
        ".....CARDS.....",
        "......N..E.....",
        "......T..A.....",
        "......E..tET...",
    ]


@pytest.mark.parametrize(
    ("rulebook", "closing", "scores"),
    [
        ("club", (">Ada: (ANRT) +8 39",), (39, 5)),
        ("iowa", (">Ada: (ANRT) +8 39",), (39, 5)),
        ("ontario", (">Ada: (ANRT) +8 39",), (39, 5)),
        ("grand-island", (">Ada: (ANRT) +4 35", ">Bo: ANRT (ANRT) -4 1"), (35, 1)),
        ("androscoggin", (), (31, 5)),
    ],
)
def test_unplayed_tiles_are_counted_as_each_rulebook_says(
    rulebook: str, closing: tuple[str, ...], scores: tuple[int, int]
) -> None:
    rules = with_tiles(rulebook, *SMALL_SET, blanks=1)
    assert replay_lines(*WORKED_BY_HAND, *closing, rulebook=rules).agrees
    without = replay_lines(*WORKED_BY_HAND, rulebook=rules)
    assert without.final_scores == scores
    assert without.agrees == (closing == ())


def test_whole_game_agrees_and_its_scores_are_known() -> None:
    reading = read_file(GAMES / "tidy" / "complete.gcg")
    result = replay(reading.record, shipped_rulebook("club"))
    assert found(result) == []
    assert result.final_scores == result.recorded_scores == (472, 333)
    # PIBAL: P on a double letter 6, I1 B3 A1 L1 = 12, doubled by the star.
    assert result.moves[0].points == 24
    assert sum(result.board.tile_counts().values()) == 97


def test_six_scoreless_turns_end_the_game() -> None:
    reading = read_file(GAMES / "tidy" / "six-scoreless-turns.gcg")
    result = replay(reading.record, shipped_rulebook("club"))
    assert result.agrees
    assert result.final_scores == (-10, -7)


# ---------------------------------------------------------------- slips of the pen

THREE_MOVES = (">Ada: ACDERST 8F CARD +14 14", ">Bo: AENNRTT G8 .NTE +5 5", ">Ada: ?AEESTU J8 SEAt +13 27")

Slip = tuple[tuple[str, ...], list[tuple[int, str, object, object]]]

SLIPS: dict[str, Slip] = {
    "points of a play": (
        (THREE_MOVES[0], ">Bo: AENNRTT G8 .NTE +6 6", THREE_MOVES[2]),
        [(5, "points-differ", 6, 5), (5, "final-score-differs", 6, 5)],
    ),
    "points for a pass": (
        (THREE_MOVES[0], ">Bo: AENNRTT - +3 3"),
        [(5, "points-differ", 3, 0), (5, "final-score-differs", 3, 0)],
    ),
    "a total, once, though all later ones follow it": (
        (*THREE_MOVES[:2], ">Ada: ?AEESTU J8 SEAt +13 28", ">Bo: AAINNRT - +0 5", ">Ada: EELORTU - +0 28"),
        [(6, "total-differs", 28, 27), (8, "final-score-differs", 28, 27)],
    ),
    "a total that is put right on the next line": (
        (*THREE_MOVES[:2], ">Ada: ?AEESTU J8 SEAt +13 28", ">Bo: AAINNRT - +0 5", ">Ada: EELORTU - +0 27"),
        [(6, "total-differs", 28, 27), (8, "total-differs", 27, 28)],
    ),
    "a letter that is not the one on the board": (
        (THREE_MOVES[0], ">Bo: AENNRTT G8 ONTE +5 5", THREE_MOVES[2]),
        [(5, "letters-differ", "O", "A")],
    ),
    "a dot where there is no tile": (
        (THREE_MOVES[0], ">Bo: AENNRTT 12A N.T +5 5", THREE_MOVES[2]),
        [(5, "no-tile-there", "12A N.T", None)],
    ),
    "a play that touches nothing": (
        (THREE_MOVES[0], ">Bo: AENNRTT 12A NET +4 4", THREE_MOVES[2]),
        [(5, "not-connected", "12A NET", None)],
    ),
    "a first play beside the centre": (
        (">Ada: ACDERST 8I CARD +9 9",),
        [(4, "not-on-centre", "8I CARD", None)],
    ),
    "a play of tiles that are all there already": (
        (THREE_MOVES[0], ">Bo: AENNRTT 8F CARD +5 5", THREE_MOVES[2]),
        [(5, "no-tiles", "8F CARD", None)],
    ),
    "tiles that are not on the rack": (
        (THREE_MOVES[0], ">Bo: AEENRRS G8 .NTE +5 5", THREE_MOVES[2]),
        [(5, "tiles-not-held", "G8 .NTE", None)],
    ),
    "exchanged tiles that are not on the rack": (
        (*THREE_MOVES, ">Bo: AAINNRT -AAE +0 5"),
        [(7, "tiles-not-held", "-AAE", None)],
    ),
    "more tiles exchanged than a rack has": (
        (*THREE_MOVES, ">Bo: -9 +0 5"),
        [(7, "tiles-not-held", 9, 7)],
    ),
    "a second K, told once": (
        (">Ada: ACDEKST 8F CASK +20 20", ">Bo: AEKNRTT G8 .KE +12 12", ">Ada: DEKRTUV - +0 20"),
        [(5, "more-than-the-set-has", 2, 1)],
    ),
    "a third blank on a rack": (
        (">Ada: ???EKST - +0 0",),
        [(4, "more-than-the-set-has", 3, 2)],
    ),
    "eight tiles on a rack": (
        (">Ada: ACDERSTU 8F CARD +14 14", *THREE_MOVES[1:]),
        [(4, "rack-too-large", 8, 7)],
    ),
    "a turn out of turn": (
        (THREE_MOVES[0], ">Ada: AEST - +0 14", *THREE_MOVES[1:]),
        [(5, "wrong-turn", "Ada Byron", "Bo Peep")],
    ),
    "a play withdrawn that was not made": (
        (THREE_MOVES[0], ">Bo: AENNRTT -- +0 0", THREE_MOVES[1]),
        [(5, "nothing-to-withdraw", "--", None)],
    ),
    "another player's play withdrawn": (
        (*THREE_MOVES, ">Bo: AAINNRT -- -13 -8"),
        [(7, "nothing-to-withdraw", "--", None), (7, "final-score-differs", -8, 5)],
    ),
    "too few points taken back": (
        (*THREE_MOVES, ">Ada: AEST -- -12 15"),
        [(7, "points-differ", -12, -13), (7, "final-score-differs", 15, 14)],
    ),
    "points for a challenge that followed no play": (
        (">Ada: ACDERST - +0 0", ">Ada: ACDERST (challenge) +5 5"),
        [(5, "challenge-points-differ", 5, 0), (5, "final-score-differs", 5, 0)],
    ),
    "half a minute of overtime": (
        (*THREE_MOVES, ">Ada: EELORTU (time) -15 12"),
        [(7, "time-penalty-differs", -15, None)],
    ),
    "points for unplayed tiles in the middle of a game": (
        (*THREE_MOVES, ">Ada: (AN) +4 31"),
        [(7, "end-adjustment-differs", 4, 0), (7, "final-score-differs", 31, 27)],
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_is_found_and_told_once(slip: str) -> None:
    lines, differences = SLIPS[slip]
    assert found(replay_lines(*lines)) == differences


LAST = 35
"""The line of the complete game on which Ada is paid for Bo's rack."""
SLIPS_AT_THE_END: dict[str, tuple[str, str, list[tuple[int, str, object, object]]]] = {
    "the sum is not doubled": (
        ">Ada: (UUU) +6 472", ">Ada: (UUU) +3 469",
        [(LAST, "end-adjustment-differs", 3, 6), (LAST, "final-score-differs", 469, 472)],
    ),
    "a tile too few": (
        ">Ada: (UUU) +6 472", ">Ada: (UU) +4 470",
        [(LAST, "unplayed-tiles-differ", "UU", "UUU"), (LAST, "final-score-differs", 470, 472)],
    ),
    "the line is missing": (
        ">Ada: (UUU) +6 472\n", "",
        [(LAST - 1, "end-adjustment-missing", 0, 6), (LAST - 1, "final-score-differs", 466, 472)],
    ),
    "the other player is paid": (
        ">Ada: (UUU) +6 472", ">Bo: (T) +2 335",
        [
            (LAST - 1, "final-score-differs", 466, 472),
            (LAST, "end-adjustment-differs", 2, 0),
            (LAST, "end-adjustment-missing", 0, 6),
            (LAST, "final-score-differs", 335, 333),
        ],
    ),
    "a move after the end": (
        ">Ada: (UUU) +6 472", ">Bo: UUU -UUU +0 333\n>Ada: (UUU) +6 472",
        [(LAST, "after-the-end", "-UUU", None), (LAST, "bag-too-short", 7, 0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS_AT_THE_END)
def test_slip_at_the_end_is_found(slip: str) -> None:
    before, after, differences = SLIPS_AT_THE_END[slip]
    text = (GAMES / "tidy" / "complete.gcg").read_text("utf-8")
    assert text.count(before) == 1
    record = read_gcg(text.replace(before, after).encode(), "slip.gcg").record
    assert found(replay(record, shipped_rulebook("club"))) == differences


AFTER_CARD = (">Ada: ACDERST 8F CARD +14 14",)
SLIPS_BY_RULEBOOK: dict[str, tuple[str, *Slip]] = {
    "club-5: another bonus": (
        "club-5", (*AFTER_CARD, ">Ada: AEST (challenge) +10 24"),
        [(5, "challenge-points-differ", 10, 5), (5, "final-score-differs", 24, 19)],
    ),
    "iowa: a bonus for a challenge": (
        "iowa", (*AFTER_CARD, ">Ada: AEST (challenge) +5 19"),
        [(5, "challenge-points-differ", 5, 0), (5, "final-score-differs", 19, 14)],
    ),
    "iowa: overtime": (
        "iowa", (*AFTER_CARD, ">Ada: AEST (time) -10 4"),
        [(5, "time-penalty-differs", -10, 0), (5, "final-score-differs", 4, 14)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS_BY_RULEBOOK)
def test_slip_is_found_by_the_rulebook(slip: str) -> None:
    rulebook, lines, differences = SLIPS_BY_RULEBOOK[slip]
    assert found(replay_lines(*lines, rulebook=rulebook)) == differences


@pytest.mark.parametrize(
    ("rulebook", "needed"), [("club", 7), ("ontario", 7), ("iowa", 2), ("androscoggin", 2)]
)
def test_exchange_with_a_short_bag_is_found(rulebook: str, needed: int) -> None:
    rules = with_tiles(rulebook, *SMALL_SET, blanks=1)
    # Ada draws the last three tiles, so nothing is left for Bo to draw.
    result = replay_lines(*AFTER_CARD, ">Bo: AENNRTT -AE +0 0", rulebook=rules)
    assert found(result) == [(5, "bag-too-short", needed, 0)]


def test_pass_and_exchange_are_forbidden_where_the_rulebook_says_so() -> None:
    club = shipped_rulebook("club")
    strict = replace(club, play=replace(club.turns, passing=Passing.FORBIDDEN, exchange=None))
    result = replay_lines(">Ada: AEINRST - +0 0", ">Bo: -1 +0 0", rulebook=strict)
    assert found(result) == [(4, "forbidden", "-", None), (5, "forbidden", "-1", None)]


def test_every_kind_of_difference_is_shown_by_a_slip() -> None:
    told = [
        *(differences for _, differences in SLIPS.values()),
        *(differences for _, _, differences in SLIPS_AT_THE_END.values()),
        *(differences for _, _, differences in SLIPS_BY_RULEBOOK.values()),
    ]
    shown = {code for differences in told for _, code, _, _ in differences}
    elsewhere = {"forbidden"}
    assert {code.value for code in DifferenceCode} <= shown | elsewhere


# ---------------------------------------------------------------- what is no difference


@pytest.mark.parametrize(("rulebook", "points"), [("club-5", 5), ("club-10", 10)])
def test_bonus_for_a_challenge_is_the_rulebooks(rulebook: str, points: int) -> None:
    line = f">Ada: AEST (challenge) +{points} {14 + points}"
    result = replay_lines(*AFTER_CARD, line, rulebook=rulebook)
    assert result.agrees
    assert result.oddities == ()


def test_bonus_for_a_challenge_is_taken_as_recorded_where_each_event_chooses() -> None:
    result = replay_lines(*AFTER_CARD, ">Ada: AEST (challenge) +5 19")
    assert result.agrees
    assert result.final_scores == (19, 0)
    assert codes(result.oddities) == {"other-challenge-rule"}


def test_turn_lost_by_challenging_the_last_play_is_no_move_after_the_end() -> None:
    rules = with_tiles("club", *SMALL_SET, blanks=1)
    assert replay_lines(*WORKED_BY_HAND, ">Bo: ANRT - +0 5", ">Ada: (ANRT) +8 39", rulebook=rules).agrees


def test_play_that_goes_out_and_is_withdrawn_does_not_end_the_game() -> None:
    rules = with_tiles("club", *SMALL_SET, blanks=1)
    result = replay_lines(
        *WORKED_BY_HAND,
        ">Ada: ET -- -4 27",
        ">Bo: ANRT 8F .....N +9 14",
        rulebook=rules,
    )
    assert result.agrees
    assert result.final_scores == (27, 14)


def test_record_that_says_it_is_incomplete_owes_no_closing_line() -> None:
    rules = with_tiles("club", *SMALL_SET, blanks=1)
    assert replay_lines("#incomplete", *WORKED_BY_HAND, rulebook=rules).agrees


def test_unknown_racks_are_not_counted() -> None:
    lines = [f">{name}: - +0 0" for name in ("Ada", "Bo") * 3]
    assert replay_lines(*lines).agrees
    known = [f">{name}: AEINRST - +0 0" for name in ("Ada", "Bo") * 3]
    assert found(replay_lines(*known)) == [
        (8, "final-score-differs", 0, -7),
        (9, "end-adjustment-missing", 0, -7),
        (9, "end-adjustment-missing", 0, -7),
        (9, "final-score-differs", 0, -7),
    ]


def test_letters_in_parentheses_are_checked_like_others() -> None:
    assert replay_lines(AFTER_CARD[0], ">Bo: AENNRTT G8 (A)NTE +5 5").agrees
    assert found(replay_lines(AFTER_CARD[0], ">Bo: AENNRTT G8 (O)NTE +5 5")) == [
        (5, "letters-differ", "O", "A")
    ]


def test_fault_in_a_play_does_not_spread_to_the_lines_after_it() -> None:
    result = replay_lines(
        ">Ada: ACDERST 8F CORD +14 14",
        ">Bo: AENNRTT G8 .NTE +5 5",
        ">Ada: ?AEESTU J8 SEAt +13 27",
    )
    # Ada has no O: the record has ONTE now, which is a word of the same points, and all else agrees.
    assert found(result) == [(4, "tiles-not-held", "8F CORD", None)]


# ---------------------------------------------------------------- other tables and tiles


def test_tiles_of_two_letters_are_replayed() -> None:
    club = shipped_rulebook("club")
    spanish = replace(club, table=replace(club.table, tile_set=shipped_tile_set("spanish")))
    # CH5 I1 C3 O1 = 10, doubled; then RR8 on a plain square below the O, which is on the star.
    result = replay_lines(
        ">Ada: [CH]ICOAEL 8E [CH]ICO +20 20",
        ">Bo: [RR]AEINSS H8 .[RR]A +10 10",
        ">Ada: AEL[ch]ST? - +0 20",
        rulebook=spanish,
    )
    assert found(result) == [(6, "more-than-the-set-has", 2, 1)]
    assert str(result.moves[1].recorded.move) == "H8 .[RR]A"
    assert result.moves[1].points == 10


def test_starting_word_of_a_team_is_nobodys_turn() -> None:
    # GLOW: 2 + 1 + 1 + 4 = 8, doubled. AI: A1, I doubled 2 = 3, with GA 3 and LI 3. EGA: 1 + 2 + 1.
    result = replay_lines(
        ">Ada: 8H GLOW +16 16",
        ">Ada: AEINRST 9H AI +9 25",
        ">Bo: AEINRST H7 E.. +4 4",
        rulebook="bee-tortoise",
    )
    assert result.agrees


def test_building_at_once_cannot_be_replayed() -> None:
    with pytest.raises(MalformedError, match="bee-hare") as refusal:
        replay_lines(*AFTER_CARD, rulebook="bee-hare")
    assert refusal.value.code == "no-turns"


def test_record_built_in_python_can_be_replayed() -> None:
    square, direction = parse_start("8F")
    move = RecordedMove(0, TilesPlayed(square, direction, "CARD"), 14, 14)
    result = replay(GameRecord(name_players(["Ada", "Bo"]), (move,)), shipped_rulebook("club"))
    assert result.agrees
    assert result.final_scores == (14, 0)


def test_record_without_moves_agrees() -> None:
    assert replay(read_lines().record, shipped_rulebook("club")).agrees


def test_letter_on_no_tile_names_the_way_out() -> None:
    with pytest.raises(MalformedFileError, match="give a rulebook that has their set"):
        replay_lines(">Ada: ACDERST 8F CÄRD +14 14")


def test_exchange_with_one_tile_too_few_in_the_bag_is_found() -> None:
    # Two racks, and six tiles in the bag: a club wants seven.
    rules = with_tiles("club", *SMALL_SET, ("O", 1, 3), blanks=1)
    result = replay_lines(">Ada: ACDERST -A +0 0", rulebook=rules)
    assert found(result) == [(4, "bag-too-short", 7, 6)]
    enough = with_tiles("club", *SMALL_SET, ("O", 1, 4), blanks=1)
    assert replay_lines(">Ada: ACDERST -A +0 0", rulebook=enough).agrees

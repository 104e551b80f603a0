"""tsh's `.t` and TOU: a division with ranks worked by hand, byes, caps, faults, and written again."""

from pathlib import Path

import pytest

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.errors import IllegalError, MalformedError, MalformedFileError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.files.t_file import TPlayer, parse_t, t_text
from wordwaiter.tournament.files.t_import import DIVISION, facts_of_t
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.formats.choices import WinWithoutScore
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, RoundStage, Seating
from wordwaiter.tournament.standings.standings import Standings, standings
from wordwaiter.tournament.state import Tournament

SIX_PLAYERS = Path(__file__).parent.parent / "data" / "six-players.t"
LAST_WITH_ALL = 3
"""The round after which one of them left."""
HERE = Path("a.t")
OPENED = c.OpenTournament(DIRECTOR, "Replayed", "2023-02-18", names=PublicNames.FULL)


def players_of(text: str) -> tuple[TPlayer, ...]:
    return parse_t(text.encode(), HERE)


def imported(text: str, *caps: int) -> Tournament:
    format_ = shipped_format("club")
    if caps:
        format_ = changed_format(format_, "the director's cap", ranking_spread_cap=caps)
    return fold(facts_of_t(players_of(text), OPENED, format_, 0))


# ---------------------------------------------------------------- a whole division


@pytest.fixture(scope="module")
def division() -> tuple[tuple[TPlayer, ...], Tournament]:
    players = parse_t(SIX_PLAYERS.read_bytes(), SIX_PLAYERS)
    return players, fold(facts_of_t(players, OPENED, shipped_format("club"), 0))


def ranks_among(table: Standings, counted: set[int]) -> dict[int, int]:
    """The ranks that these have among themselves."""
    values = [line.values for line in table.lines if line.entrant in counted]
    return {
        line.entrant: 1 + sum(other > line.values for other in values)
        for line in table.lines
        if line.entrant in counted
    }


@pytest.mark.parametrize("number", range(1, 5))
def test_a_division_has_the_ranks_worked_by_hand_after_every_round(
    division: tuple[tuple[TPlayer, ...], Tournament], number: int
) -> None:
    players, tournament = division
    # A file stops ranking those who left; we keep what they played.
    counted = {player.number for player in players if number <= LAST_WITH_ALL or player.off is None}
    told = {player.number: player.numbers("rrank")[number] for player in players if player.number in counted}
    assert ranks_among(standings(tournament, DIVISION, number), counted) == told


def test_a_division_reads_back_from_what_we_write_of_it(
    division: tuple[tuple[TPlayer, ...], Tournament],
) -> None:
    players, tournament = division
    again = players_of(t_text(tournament, DIVISION))
    for before, after in zip(players, again, strict=True):
        assert (after.opponents, after.scores, after.off) == (before.opponents, before.scores, before.off)
        assert (after.name, after.rating) == (before.name, before.rating)
        seated = [index for index, opponent in enumerate(before.opponents) if opponent]
        for section in ("board", "p12"):
            told, written = before.numbers(section), after.numbers(section)
            assert [written[index] for index in seated] == [told[index] for index in seated]


# ---------------------------------------------------------------- small files by hand

THREE = """\
# a comment
Lee, Ann   1500 2 0 3; 400 50 380; p12 1 0 2
Poe, Bob   1400+12 1 3 0; 350 420 -50; off -50

Ray, Cy\\; Jr  0 0 2 1; 50 300 380; p12 0 1 1
"""


def test_byes_forfeits_and_ties_count() -> None:
    table = standings(imported(THREE), DIVISION)
    # Ann: win +50, bye +50, tie; Bob: loss -50, win +120, forfeit -50; Cy: bye +50, loss -120, tie.
    assert [(line.rank, line.name, line.values) for line in table.lines] == [
        (1, "Lee, Ann", ((5,), (100,))),
        (2, "Ray, Cy; Jr", ((3,), (-70,))),
        (3, "Poe, Bob", ((2,), (20,))),
    ]


def test_the_spread_is_capped_round_by_round() -> None:
    table = standings(imported(THREE, 40, 100), DIVISION)
    # Ann +40 + 50, Bob -40 + 100 - 50, Cy +40 - 100.
    assert {line.name: line.values[1] for line in table.lines} == {
        "Lee, Ann": (90,),
        "Poe, Bob": (10,),
        "Ray, Cy; Jr": (-60,),
    }


def test_standings_after_an_earlier_round_are_as_they_were() -> None:
    table = standings(imported(THREE), DIVISION, 1)
    assert [(line.rank, line.name) for line in table.lines] == [
        (1, "Lee, Ann"),
        (1, "Ray, Cy; Jr"),
        (3, "Poe, Bob"),
    ]


def test_who_played_first_and_who_withdrew_is_kept() -> None:
    tournament = imported(THREE)
    assert [sitting.first for played in tournament.rounds_of(DIVISION) for sitting in played.sittings] == [
        1,
        3,
        3,
    ]
    assert set(tournament.departures) == {2}


def test_a_round_whose_results_are_not_all_known_stays_open() -> None:
    tournament = imported("A 1 2 2; 300\nB 1 1 1; 200\n")
    assert [played.stage for played in tournament.rounds_of(DIVISION)] == [
        RoundStage.CLOSED,
        RoundStage.RUNNING,
    ]


def test_two_of_one_name_are_told_apart_by_their_numbers() -> None:
    names = [each.name for each in imported("A 1 2; 300\nA 1 1; 200\n").entrants.values()]
    assert names == ["A (1)", "A (2)"]
    also = imported("A 1 2; 300\na 1 1; 200\nA (1) 1 4; 300\nA (1) (1) 1 3; 200\n").entrants.values()
    assert [each.name for each in also] == ["A (1) (1) (1)", "a (2)", "A (1)", "A (1) (1)"]


def test_latin_1_is_read_where_it_is_not_utf_8() -> None:
    (player,) = parse_t("Müller, Jörg 1500 ;".encode("latin-1"), HERE)
    assert player.name == "Müller, Jörg"
    assert player.opponents == ()


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("A 1 2; 300\nB 1 1; 200\nC 1 4; 300\n", 3, "no-such-player"),
        ("A 1 2; 300\n\nB 1 3; 200\nC 1 2; 300\n", 1, "not-mutual"),
        ("A 1 2; 300\nB 1 9; 200\n", 2, "no-such-player"),
        ("A 1 1; 300\n", 1, "not-mutual"),
        ("A 1 2; 300\nB 1 1; 200 300\n", 2, "more-scores-than-games"),
        ("A 1 2; 300\nB 1 1; 2oo\n", 2, "bad-score"),
        ("A 1 2; 300\nB 1 1; 99999\n", 2, "bad-score"),
        (f"A 1 2; 300\nB 1 {'1' * 5000}; 200\n", 2, "bad-player"),
        (f"A {'1' * 5000} 2; 300\nB 1 1; 200\n", 1, "more-scores-than-games"),
        ("A 1 2; 300; p12 first\nB 1 1; 200\n", 1, "bad-section"),
        ("A 1 2; 300; off away\nB 1 1; 200\n", 1, "bad-section"),
        ("Ann; 300\n", 1, "bad-player"),
        ("# nobody\n\n", None, "no-players"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: str, line: int | None, code: str) -> None:
    with pytest.raises(MalformedFileError) as refusal:
        players_of(text)
    assert (refusal.value.line, refusal.value.code) == (line, code)


def test_a_file_without_opponents_is_no_tournament() -> None:
    with pytest.raises(MalformedError) as refusal:
        imported("A 1\nB 2\n")
    assert refusal.value.code == "no-rounds"


@pytest.mark.parametrize("wanted", ["ontario", "bee-hare", "androscoggin"])
def test_a_file_of_players_is_not_read_by_a_rulebook_of_pairs_or_teams(wanted: str) -> None:
    with pytest.raises(IllegalError) as refusal:
        facts_of_t(players_of(THREE), OPENED, shipped_format(wanted), 0)
    assert refusal.value.code == "wrong-number"


def test_a_name_that_cannot_be_entered_is_told_with_its_line() -> None:
    with pytest.raises(MalformedError) as refusal:
        imported("A 1 2; 300\n\nB\x07 1 1; 200\n")
    assert refusal.value.code == "control-sign"
    assert "line 3: " in refusal.value.sentence


# ---------------------------------------------------------------- out


def club() -> Desk:
    desk = Desk("Café Cup")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile(name, rating=1200)) for name in ("Zoë 2", "Bob; Jr", "Cy")])
    zoe, bob, cy = (each.number for each in desk.tournament.contenders_of("Club"))
    bye = Rest(cy, RestKind.BYE)
    desk.do(c.PublishRound(DIRECTOR, "Club", (Seating(4, (zoe, bob), first=bob),), (bye,)))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 4, (401, 388), ["Zoë 2", "Bob; Jr"])
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    desk.do(c.Withdraw(DIRECTOR, cy, "had enough"))
    return desk


def test_a_division_is_written_as_tsh_reads_it() -> None:
    assert t_text(club().tournament, "Club").splitlines() == [
        "Zoë_2                   1200 2; 401; board 4; p12 2",
        "Bob\\; Jr                1200 1; 388; board 4; p12 1",
        "Cy                      1200 0; 50; board 0; off 0; p12 0",
    ]


def test_a_tou_file_has_twenty_columns_of_name_and_the_games() -> None:
    text = tou_text(club().tournament, ("Club",))
    assert text.isascii()
    assert text.split("\r\n") == [
        "*M20.06.2026 Cafe Cup",
        "*A",
        "                                      0",
        "Zoe_2                2401   2",
        "Bob; Jr               388  +1",
        "Cy                   2050   3",
        "*** END OF FILE ***",
        "",
    ]


def test_a_tou_file_needs_a_date() -> None:
    facts = facts_of_t(
        players_of(THREE),
        c.OpenTournament(DIRECTOR, "No day", names=PublicNames.FULL),
        shipped_format("club"),
        0,
    )
    with pytest.raises(MalformedError) as refusal:
        tou_text(fold(facts), (DIVISION,))
    assert refusal.value.code == "no-date"


def test_what_is_written_reads_the_same_with_one_who_never_played_and_a_bye_above_the_cap() -> None:
    text = (
        "# after the morning\n\n"
        "Lee, Ann       1540 2 3 0; 401 388 50; board 1 1 0; p12 1 2 0\n"
        'Bob\\; "Tiny"  1500+20 1 0 3; 350 -50 420; team X\n'
        "Cy 3rd         0 0 1 2; 50 400 300\n"
        "Dee            1200; ; off -50\n"
        "Eve            900 00 00; 00 00\n"
    )
    first = imported(text, 20, 30)
    written = t_text(first, DIVISION)
    # The bye is written as it was given, and capped by whoever counts it; Cy went first against Ann.
    assert "1540 2 3 0; 401 388 50; board 1 1 0; p12 1 2 0" in written.splitlines()[0]
    assert "p12 0 1 3" in written.splitlines()[2]
    again = imported(written, 20, 30)
    assert t_text(again, DIVISION) == written
    assert standings(again, DIVISION) == standings(first, DIVISION)
    assert [(line.name, line.values) for line in standings(first, DIVISION).lines][:2] == [
        ("Lee, Ann", ((4,), (38,))),  # +20 of 51, -12, and +30 of a bye of 50
        ("Cy 3rd", ((4,), (2,))),
    ]


def test_a_game_that_was_not_played_is_written_uncapped_and_as_its_format_counts_it() -> None:
    desk = Desk()
    format_ = changed_format(shipped_format("club"), "capped", ranking_spread_cap=(20,))
    desk.open("Club", format_)
    ann, bob, cy, di = desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.do(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (bob,), "overslept"))
    desk.sheet("Club", 2, (400, 300), ["Cy", "Di"])
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    desk.do(c.Withdraw(DIRECTOR, bob, "went home"))
    written = t_text(desk.tournament, "Club")
    assert [line.split("; ", 1)[1] for line in written.splitlines()] == [
        "50; board 1; p12 0",
        "-50; board 1; off 0; p12 0",
        "400; board 2; p12 3",
        "300; board 2; p12 3",
    ]
    again = standings(imported(written, 20), DIVISION)
    ours = standings(desk.tournament, "Club")
    assert [(line.name, line.values) for line in again.lines] == [
        (line.name, line.values) for line in ours.lines
    ]
    assert [(line.entrant, line.values[1]) for line in ours.lines] == [
        (ann, (20,)), (cy, (20,)), (bob, (-20,)), (di, (-20,)),
    ]  # fmt: skip


def test_a_cancelled_game_is_no_game_for_those_who_rate() -> None:
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 1, (400, 300), ["Ann", "Bob"])
    desk.do(c.CancelGame(DIRECTOR, "Club", 1, 2, "fire alarm"))
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    written = t_text(desk.tournament, "Club")
    assert [line.split(";")[0].split()[-1] for line in written.splitlines()] == ["2", "1", "0", "0"]
    assert written.splitlines()[2].split("; ")[1] == "0"
    games = tou_text(desk.tournament, ("Club",)).split("\r\n")[3:7]
    # Nobody's number but one's own: a game of nothing.
    assert [line[20:] for line in games] == [" 2400   2", "  300   1", "    0   3", "    0   4"]
    again = imported(written)
    assert [(line.name, line.values) for line in standings(again, DIVISION).lines] == [
        (line.name, line.values) for line in standings(desk.tournament, "Club").lines
    ]


def test_a_bye_that_brings_no_spread_is_written_as_a_win_by_a_point() -> None:
    desk = Desk()
    desk.open("Club", changed_format(shipped_format("club"), "no spread", pairing_bye=WinWithoutScore()))
    desk.players("Club", "Ann", "Bob", "Cy")
    desk.play("Club", ["Ann 400 Bob 300"], byes=["Cy"])
    ann, bob, cy = parse_t(t_text(desk.tournament, "Club").encode(), HERE)
    assert [(each.opponents, each.scores) for each in (ann, bob, cy)] == [
        ((2,), (400,)),
        ((1,), (300,)),
        ((0,), (1,)),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Lee, Ann 1540 0 00", ("Lee, Ann", "1540", (0, None))),
        ("Lee 3 1540+12 0", ("Lee 3", "1540+12", (0,))),
        ("Lee 3 0 0", ("Lee", "3", (0, 0))),
        ("Lee  van   Ann 7", ("Lee  van   Ann", "7", ())),
        ("1540 1", ("1540", "1", ())),
        ("Lee 123456 4", ("Lee 123456", "4", ())),
    ],
)
def test_the_rating_is_the_first_of_the_numbers_at_the_end_of_a_head(
    line: str, told: tuple[str, str, tuple[int | None, ...]]
) -> None:
    (player,) = players_of(line)
    assert (player.name, player.rating, player.opponents) == told


@pytest.mark.parametrize("line", ["Lee", "1540", "Lee 123456", "Lee 4 x", "Lee 1+2 1+2 3 x"])
def test_a_line_without_a_rating_is_no_player(line: str) -> None:
    with pytest.raises(MalformedFileError) as refused:
        players_of(line)
    assert refused.value.code == "bad-player"

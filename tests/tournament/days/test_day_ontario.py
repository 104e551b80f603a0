"""Ontario's day: twelve pairs, three games, a default after game two, ties for medals; worked by hand."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.rounds.rounds import ResultState
from wordwaiter.tournament.standings.awards import Medal, awards
from wordwaiter.tournament.standings.standings import preview_default, standings

PAIRS = "ABCDEFGHIJKL"

GAME_ONE = (
    "A1 431 B1 341", "A2 420 C1 339", "B2 418 D1 338", "C2 410 E1 337", "D2 409 F1 336", "E2 408 G1 335",
    "F2 407 H1 334", "G2 406 I1 333", "H2 405 J1 392", "I2 404 K1 331", "J2 397 L1 330", "K2 402 L2 329",
)  # fmt: skip

# Ranked by game one: A1 A2 B2 C2 D2 E2 F2 G2 H2 I2 K2 J2 J1 B1 C1 D1 E1 F1 G1 H1 I1 K1 L1 L2. The first two
# are partners, and so are the last two: in each case the nearest change is made.
GAME_TWO = (
    "A1 400 B2 390", "A2 380 C2 370", "D2 399 E2 300", "F2 398 G2 301", "H2 397 I2 302", "K2 303 J2 405",
    "J1 334 B1 310", "C1 304 D1 394", "E1 305 F1 393", "G1 306 H1 392", "I1 391 L1 308", "K1 375 L2 309",
)  # fmt: skip

# L2 has gone. Ranked by game two: J2 A1 D2 F2 H2 D1 F1 H1 I1 B2 A2 K1 C2 J1 B1 L1 G1 E1 C1 K2 I2 G2, and E2.
# L1, whose partner has gone, cannot be ranked and rests; the others meet two by two.
GAME_THREE = (
    "J2 350 A1 350", "D2 418 F2 390", "H2 350 D1 350", "F1 360 H1 360", "I1 300 B2 320", "A2 399 K1 401",
    "C2 360 J1 360", "B1 300 G1 330", "E1 320 C1 340", "K2 305 I2 310", "G2 300 E2 315",
)  # fmt: skip


def met(games: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(text.split()[::2]) for text in games}


@pytest.fixture
def day() -> Desk:
    desk = Desk("Ontario 55+")
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors(f"{letter}1", f"{letter}2", letter) for letter in PAIRS])
    return desk


def proposed(desk: Desk) -> tuple[set[frozenset[str]], list[str], list[str]]:
    """Who would meet, who would rest, and why, by the format's way of pairing."""
    command = propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command
    name = desk.tournament.contender
    games = {frozenset(name(side).name for side in each.sides) for each in command.seatings}
    return (
        games,
        [name(rest.contender).name for rest in command.rests],
        [each.why for each in command.seatings],
    )


@pytest.mark.clause("ontario-2")
@pytest.mark.clause("ontario-b-teams")
def test_game_one_is_drawn_at_random_and_partners_sit_at_different_tables(day: Desk) -> None:
    day.do(propose_round(day.tournament, "Open", DIRECTOR, day.rng).command)
    (first,) = day.tournament.rounds_of("Open")
    assert len(first.sittings) == 12
    table_of = {side: each.table for each in first.sittings for side in each.sides}
    for entrant in day.tournament.entrants_of("Open"):
        assert len({table_of[each.number] for each in entrant.contenders}) == 2
    other = Desk()
    other.open("Open", "ontario")
    other.enter("Open", [seniors(f"{letter}1", f"{letter}2", letter) for letter in PAIRS])
    other.rng.seed(99)
    assert proposed(other)[0] != {
        frozenset(day.tournament.contender(side).name for side in each.sides) for each in first.sittings
    }


@pytest.mark.clause("ontario-2")
def test_after_game_one_the_highest_scores_meet_and_partners_are_kept_apart(day: Desk) -> None:
    day.play("Open", GAME_ONE)
    games, byes, why = proposed(day)
    assert games == met(GAME_TWO)
    assert byes == []
    assert any("partner" in sentence and "ontario-2" in sentence for sentence in why)


@pytest.mark.clause("ontario-a-default")
@pytest.mark.clause("ontario-b-points")
@pytest.mark.clause("ontario-c-awards")
def test_the_whole_day(day: Desk) -> None:
    day.play("Open", GAME_ONE)
    day.play("Open", GAME_TWO)
    assert [day.values("Open", pair)[0][0] for pair in PAIRS] == [8, 2, 2, 6, 2, 6, 2, 6, 4, 6, 4, 0]

    # B1 made 340, not 341: the sheet of game one is read again.
    day.do(c.CorrectResult(DIRECTOR, "Open", 1, 1, (431, 340), "a 1 that was a 0"))
    assert day.values("Open", "B")[1] == (418, 390, 340, 310)

    # One goes home ill: the standings before and after, then the decision.
    gone = day.number("L2")
    preview = preview_default(day.tournament, gone)
    assert (preview.before.line_of(34).rank, preview.after.line_of(34).rank) == (12, None)
    assert preview.moved == (("L", 12, None),)
    day.do(c.DeclareDefault(DIRECTOR, gone, "went home ill"))
    # K1 keeps the win against L2.
    assert day.values("Open", "K")[0] == (4,)

    games, byes, _ = proposed(day)
    assert games == met(GAME_THREE)
    assert byes == ["L1"]
    day.publish("Open", [tuple(text.split()[::2]) for text in GAME_THREE], byes=["L1"])
    day.do(c.StartRound(DIRECTOR, "Open"))
    for table, text in enumerate(GAME_THREE, start=1):
        names, scores = text.split()[::2], tuple(map(int, text.split()[1::2]))
        if table == 4:
            # Two sheets that disagree by 10: the director asks before she decides.
            day.sheet("Open", table, (360, 360), names[:1])
            day.sheet("Open", table, (360, 350), names[1:])
            assert day.tournament.round("Open", 3).sittings[3].state is ResultState.DISPUTED
            day.do(c.DecideResult(DIRECTOR, "Open", 3, 4, scores, "added again with both"))
        elif table == 9:
            day.sheet("Open", table, scores, names[:1])
        else:
            day.sheet("Open", table, scores, names)
    refusal = day.refused(c.CloseRound(DIRECTOR, "Open"), "results-missing")
    assert "table 9 (E1 and C1): not signed by C1" in refusal.sentence
    day.do(c.DecideResult(DIRECTOR, "Open", 3, 9, (320, 340), "C1 had to catch a bus; the sheet is accepted"))
    day.do(c.CloseRound(DIRECTOR, "Open"))

    assert day.ranks("Open") == [
        (1, "A"), (2, "D"), (3, "H"), (3, "J"), (5, "F"), (6, "I"), (7, "K"), (8, "C"), (9, "B"), (10, "E"),
        (11, "G"), (None, "L"),
    ]  # fmt: skip
    lines = standings(day.tournament, "Open").lines
    assert [line.values[0][0] for line in lines] == [9, 9, 8, 8, 7, 6, 6, 5, 4, 4, 4, 2]
    assert "ahead of D: level on points, highest games 431 against 418 (ontario-b-points)" in lines[0].why
    assert lines[2].values[1] == lines[3].values[1] == (405, 397, 392, 360, 350, 334)
    # The partner of the one who defaulted plays on unranked, and had the bye.
    assert "round 3: bye" in lines[-1].why
    assert lines[-1].note == "not ranked: L2 defaulted (went home ill) (ontario-a-default)"

    given = [(award.what, award.recipients) for award in awards(day.tournament, "Open")]
    assert given == [
        (Medal.GOLD, ("A1", "A2")),
        (Medal.SILVER, ("D1", "D2")),
        (Medal.BRONZE, ("H1", "H2")),
        (Medal.BRONZE, ("J1", "J2")),
    ]
    day.refused(c.PublishRound(DIRECTOR, "Open", ()), "no-more-rounds", "ontario-b-games")
    day.check_told_again()

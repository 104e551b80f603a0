"""Undo gives a command that takes a step back; the log tells every fact in a sentence."""

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk, team
from wordwaiter.audience import Audience
from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, PublicNames
from wordwaiter.tournament.evolve import evolve
from wordwaiter.tournament.facts import FACT_TYPES, AwardShown, Fact, ResultSettled, RoundClosed, TargetSet
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.log import log_of
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored
from wordwaiter.tournament.state import Feat, Official, Screen, ScreenTurn, Slot, SlotKind
from wordwaiter.tournament.undoing import undo_command


@pytest.fixture
def club() -> Desk:
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.open("Second", "club")
    desk.players("Club", "Ann", "Bob")
    return desk


DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
"""A picture of one pixel."""


def undo(desk: Desk) -> c.Command:
    command = undo_command(desk.facts, DIRECTOR, "a slip")
    desk.do(command)
    return command


def test_a_round_is_undone_step_by_step(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob")])
    club.do(c.StartRound(DIRECTOR, "Club", length_ms=10 * MINUTE))
    club.do(c.CallRoundTime(DIRECTOR, "Club"))
    called_ms = club.now_ms
    club.do(undo_command(club.facts, DIRECTOR, "a slip"))
    running = club.tournament.round("Club", 1)
    assert running.stage is RoundStage.RUNNING
    assert running.clock is not None
    # The minute in which time was called is not lost.
    assert running.clock.remaining_ms(called_ms + MINUTE) == 9 * MINUTE
    club.sheet("Club", 1, (300, 200), ["Ann", "Bob"])
    assert isinstance(undo(club), c.WithdrawResult)
    assert club.tournament.round("Club", 1).sittings[0].sheets == ()
    club.do(c.HaltRound(DIRECTOR, "Club", "too early"))
    assert club.tournament.round("Club", 1).stage is RoundStage.PUBLISHED
    club.do(c.StartRound(DIRECTOR, "Club"))
    assert isinstance(undo(club), c.HaltRound)
    club.do(c.WithdrawRound(DIRECTOR, "Club", "again"))
    club.publish("Club", [("Ann", "Bob")])
    assert isinstance(undo(club), c.WithdrawRound)
    assert club.tournament.rounds_of("Club") == ()
    club.check_told_again()


def test_a_correction_and_a_cancelled_game_go_back_to_the_result_before(club: Desk) -> None:
    club.play("Club", ["Ann 300 Bob 200"])
    club.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (300, 310), "misread"))
    undo(club)
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert isinstance(outcome, Scored)
    assert outcome.scores == (300, 200)
    club.do(c.CancelGame(DIRECTOR, "Club", 1, 1, "a tile was missing"))
    undo(club)
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert isinstance(outcome, Scored)
    assert outcome.scores == (300, 200)


@pytest.mark.parametrize(
    ("command", "back"),
    [
        (c.Withdraw(DIRECTOR, 1, "ill"), c.Reinstate),
        (c.DeclareDefault(DIRECTOR, 1, "gone"), c.Reinstate),
        (c.CancelCheckIn(DIRECTOR, (1,)), c.CheckIn),
        (c.MoveEntrant(DIRECTOR, 1, "Second", "asked"), c.MoveEntrant),
        (
            c.ChangeFormat(
                DIRECTOR, "Club", changed_format(shipped_format("club"), "x", rounds_count=2), "x"
            ),
            c.ChangeFormat,
        ),
        (c.ChangeDivision(DIRECTOR, "Club", "Masters"), c.ChangeDivision),
        (c.ShiftTimetable(DIRECTOR, 0, MINUTE, "late"), c.ShiftTimetable),
    ],
)
def test_undo_leads_to_what_was_before(club: Desk, command: c.Command, back: type[c.Command]) -> None:
    club.do(c.SetTimetable(DIRECTOR, (Slot("Game 1", SlotKind.ROUND, MINUTE, MINUTE),)))
    before = club.tournament
    club.do(command)
    assert isinstance(undo(club), back)
    for part in ("divisions", "entrants", "here", "departures", "timetable"):
        assert getattr(club.tournament, part) == getattr(before, part)


def test_a_purchase_is_undone_whole_and_a_peek_is_not() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    (owls,) = desk.enter("Hare", [team("Owls")])
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "GLOW", None, ()))
    desk.publish("Hare", [("Owls",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.BuyAllTiles("Walt", owls))
    assert isinstance(undo(desk), c.ReverseMoney)
    assert (desk.tournament.bought_all, desk.tournament.purchases) == (frozenset(), ())
    assert sum(line.payment.cents for line in desk.tournament.ledger) == 0
    desk.do(c.BuyAllTiles("Walt", owls))
    desk.do(undo_command(desk.facts, DIRECTOR, "a slip", len(desk.facts) - 1))
    assert desk.tournament.bought_all == frozenset()
    desk.do(c.BuyPeek("Walt", owls, "SIEVE"))
    with pytest.raises(IllegalError, match="funds reverse 5"):
        undo(desk)


def test_a_check_in_and_money_are_taken_back(club: Desk) -> None:
    assert isinstance(undo(club), c.CancelCheckIn)
    assert club.tournament.here == frozenset()
    club.do(c.TakeMoney("Tess", Fund.DONATION, 100, Method.CASH))
    assert isinstance(undo(club), c.ReverseMoney)
    assert sum(line.payment.cents for line in club.tournament.ledger) == 0


def test_what_cannot_be_undone_says_so(club: Desk) -> None:
    club.do(c.NoteFeat("Sam", Feat.HIGH_PLAY, club.number("Ann"), 90, "QUARTZ"))
    with pytest.raises(WordwaiterError) as refusal:
        undo_command(club.facts, DIRECTOR, "a slip")
    assert refusal.value.code == "cannot-undo"
    with pytest.raises(WordwaiterError) as refusal:
        undo_command(club.facts[:1], DIRECTOR, "a slip")
    assert refusal.value.code == "nothing-to-undo"


def test_a_round_with_results_or_challenges_is_neither_halted_nor_resumed(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob")])
    club.do(c.StartRound(DIRECTOR, "Club"))
    club.refused(c.WithdrawResult(DIRECTOR, "Club", 1, 1, "none"), "no-result")
    club.sheet("Club", 1, (300, 200), ["Ann"])
    club.refused(c.HaltRound(DIRECTOR, "Club", "too early"), "round-under-way")
    club.sheet("Club", 1, (300, 200), ["Bob"])
    club.do(c.CloseRound(DIRECTOR, "Club"))
    club.refused(c.WithdrawResult(DIRECTOR, "Club", 1, 1, "no"), "round-closed")
    assert isinstance(undo(club), c.ReopenRound)


# ---------------------------------------------------------------- earlier lines


def take_back(desk: Desk, line: int) -> None:
    desk.do(undo_command(desk.facts, DIRECTOR, "a slip", line))


def line_of(desk: Desk, kind: type[Fact]) -> int:
    """The latest line of that kind."""
    return max(number for number, fact in enumerate(desk.facts, 1) if isinstance(fact, kind))


def refused_line(desk: Desk, line: int, code: str) -> WordwaiterError:
    with pytest.raises(WordwaiterError) as refusal:
        take_back(desk, line)
    assert refusal.value.code == code
    return refusal.value


def test_an_earlier_withdrawal_is_taken_back_though_other_things_happened_since(club: Desk) -> None:
    club.do(c.Withdraw(DIRECTOR, club.number("Bob"), "mistaken for another Bob"))
    line = len(club.facts)
    club.do(c.TakeMoney("Tess", Fund.DONATION, 100, Method.CASH))
    club.do(c.SetTarget("Tess", 5_000))
    take_back(club, line)
    assert club.tournament.departures == {}
    assert len(club.tournament.ledger) == 1
    club.check_told_again()


def test_an_earlier_correction_goes_back_to_what_stood_before_it(club: Desk) -> None:
    club.players("Club", "Cy", "Di")
    club.play("Club", ["Ann 300 Bob 200", "Cy 310 Di 290"])
    club.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (300, 310), "misread"))
    line = len(club.facts)
    club.do(c.CorrectResult(DIRECTOR, "Club", 1, 2, (311, 290), "added up again"))
    take_back(club, line)
    scores = [each.outcome.scores for each in club.tournament.round("Club", 1).sittings if each.outcome]  # type: ignore[union-attr]
    assert scores == [(300, 200), (311, 290)]


def test_a_line_on_which_another_was_built_is_refused_and_names_it(club: Desk) -> None:
    club.play("Club", ["Ann 300 Bob 200"])
    settled = line_of(club, ResultSettled)
    club.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (300, 310), "misread"))
    refused = refused_line(club, settled, "built-upon")
    assert refused.facts["line"] == len(club.facts)
    assert "corrected to Ann 300, Bob 310" in refused.sentence
    # The other way round both can be taken back.
    take_back(club, len(club.facts))


def test_a_closed_round_is_not_reopened_under_a_later_one(club: Desk) -> None:
    club.play("Club", ["Ann 300 Bob 200"])
    closed = line_of(club, RoundClosed)
    club.publish("Club", [("Ann", "Bob")])
    refused_line(club, closed, "built-upon")
    club.do(c.WithdrawRound(DIRECTOR, "Club", "too early"))
    take_back(club, closed)
    assert club.tournament.round("Club", 1).stage is RoundStage.ENDED


def test_what_the_rules_forbid_now_stays_forbidden(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob")])
    club.do(c.StartRound(DIRECTOR, "Club"))
    started = len(club.facts)
    club.sheet("Club", 1, (300, 200), ["Ann"])
    refused_line(club, started, "round-under-way")


def test_a_line_that_is_not_there_is_refused(club: Desk) -> None:
    for line in (0, 1, len(club.facts) + 1, -3):
        refused_line(club, line, "no-such-log-line")


def test_the_same_money_is_not_taken_back_twice(club: Desk) -> None:
    club.do(c.TakeMoney("Tess", Fund.DONATION, 100, Method.CASH))
    line = len(club.facts)
    take_back(club, line)
    refused_line(club, line, "built-upon")


def test_two_moves_of_the_day_are_taken_back_one_by_one(club: Desk) -> None:
    slots = tuple(Slot(f"Game {hour}", SlotKind.ROUND, hour * 60 * MINUTE, 50 * MINUTE) for hour in (1, 2))
    club.do(c.SetTimetable(DIRECTOR, slots))
    club.do(c.ShiftTimetable(DIRECTOR, 0, 10 * MINUTE, "late"))
    line = len(club.facts)
    club.do(c.ShiftTimetable(DIRECTOR, 1, 5 * MINUTE, "later"))
    take_back(club, line)
    assert [slot.starts_ms // MINUTE for slot in club.tournament.timetable] == [60, 125]


@pytest.mark.parametrize(
    "command",
    [
        c.ChangeProfile(DIRECTOR, 1, Profile("Anne", "Ames")),
        c.ProvideEquipment(DIRECTOR, 9, 9),
        c.SetTarget(DIRECTOR, 7_700),
        c.SetTimetable(DIRECTOR, ()),
        c.Reinstate(DIRECTOR, 2, "well again"),
    ],
)
def test_a_step_leads_back_to_what_was_before_it(club: Desk, command: c.Command) -> None:
    club.do(c.SetTimetable(DIRECTOR, (Slot("Game 1", SlotKind.ROUND, MINUTE, MINUTE),)))
    club.do(c.SetTarget(DIRECTOR, 5_000))
    club.do(c.Withdraw(DIRECTOR, 2, "ill"))
    before = club.tournament
    club.do(command)
    line = len(club.facts)
    club.do(c.CallOfficial("Ann", 7, Official.JUDGE, "a word"))
    take_back(club, line)
    for part in ("entrants", "sets", "clocks", "target_cents", "timetable"):
        assert getattr(club.tournament, part) == getattr(before, part)
    assert {each: gone.how for each, gone in club.tournament.departures.items()} == {
        each: gone.how for each, gone in before.departures.items()
    }


def test_words_that_were_announced_can_be_taken_back_before_the_round() -> None:
    desk = Desk("Bee")
    desk.open("Hare", "bee-hare")
    desk.do(c.ListSponsors("Emmy", ("ACME", "B&B")))
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "GLOW", "TURTLE", ("ACME", "B&B"), anyway=True))
    before = desk.tournament.announcement("Hare", 1)
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "GLOWS"))
    undo(desk)
    assert desk.tournament.announcement("Hare", 1) == before


def told(desk: Desk) -> list[str]:
    return [line.sentence for line in log_of(desk.facts)]


def test_the_log_tells_every_kind_of_fact() -> None:
    """One long day in which everything happens once."""
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.open("Second", "club")
    desk.open("Hare", "bee-hare")
    ann, bob = desk.players("Club", "Ann", "Bob")
    owls, jays = desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.do(c.CancelCheckIn(DIRECTOR, (ann,)))
    desk.do(c.CheckIn(DIRECTOR, (ann,)))
    desk.do(c.ChangeProfile(DIRECTOR, ann, Profile("Ann", "Ames", needs=(Need.LARGE_PRINT,))))
    (eve,) = desk.players("Club", "Eve")
    desk.do(c.RemoveEntrants(DIRECTOR, (eve,), "typed twice"))
    desk.do(c.MoveEntrant(DIRECTOR, bob, "Second", "asked"))
    desk.do(c.MoveEntrant(DIRECTOR, bob, "Club", "asked again"))
    desk.do(c.Withdraw(DIRECTOR, bob, "ill"))
    desk.do(c.Reinstate(DIRECTOR, bob, "well"))
    shorter = changed_format(shipped_format("club"), "late", rounds_count=2)
    desk.do(c.ChangeFormat(DIRECTOR, "Club", shorter, "late"))
    desk.do(c.MergeDivisions(DIRECTOR, "Second", "Club", "nobody came"))
    desk.do(c.ChangeDivision(DIRECTOR, "Club", "Masters"))
    desk.do(c.ChangeDivision(DIRECTOR, "Masters", "Club"))
    desk.do(c.ProvideEquipment(DIRECTOR, 3, 2))
    desk.do(c.ChangeDetails(DIRECTOR, "Cup", "2026-06-20", "Hall"))
    desk.publish("Club", [("Ann", "Bob")])
    desk.do(c.WithdrawRound(DIRECTOR, "Club", "a slip"))
    desk.publish("Club", [("Ann", "Bob")])
    desk.do(c.StartRound(DIRECTOR, "Club", length_ms=MINUTE))
    desk.do(c.HaltRound(DIRECTOR, "Club", "too early"))
    desk.do(c.StartRound(DIRECTOR, "Club", length_ms=50 * MINUTE))
    desk.do(c.AdjustRoomClock(DIRECTOR, "Club", -30_000, "noise"))
    desk.do(c.CallRoundTime(DIRECTOR, "Club"))
    desk.do(c.ResumeRound(DIRECTOR, "Club", "a slip"))
    desk.sheet("Club", 1, (300, 200), ["Ann"])
    desk.do(c.WithdrawResult(DIRECTOR, "Club", 1, 1, "other table"))
    desk.sheet("Club", 1, (300, 210), ["Ann", "Bob"])
    desk.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (300, 220), "misread"))
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    desk.do(c.ReopenRound(DIRECTOR, "Club", "a slip"))
    desk.do(c.CancelGame(DIRECTOR, "Club", 1, 1, "98 tiles"))
    desk.do(c.WithdrawResult(DIRECTOR, "Club", 1, 1, "other table"))
    desk.do(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (bob,), "overslept"))
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    desk.do(c.NoteFeat("Sam", Feat.HIGH_PLAY, ann, 90, "QUARTZ"))
    desk.do(c.ListSponsors("Emmy", ("ACME", "ROTARY")))
    desk.do(c.SetLogo(DIRECTOR, "ACME", DOT))
    desk.do(c.RemoveLogo(DIRECTOR, "ACME"))
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "GLOW", "TURTLE", ("ACME",)))
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.TakeTilesOut("Owls 1", owls, 1, count=0))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.CorrectTilesOut("Judith", owls, 1, "none are out", count=0))
    desk.do(c.BuyPeek("Walt", owls, "SIEVE"))
    desk.do(c.AnswerPeek("Judith", 1, good=False))
    desk.do(c.BuyAllTiles("Walt", jays))
    desk.do(c.CallRoundTime("Emmy", "Hare"))
    for table in (1, 2):
        desk.do(c.TakeTableResult("Walt", "Hare", 1, table, (500,)))
    desk.board("Hare", "Owls", ChallengedWord("SIEVE", parse_square("8H"), Direction.ACROSS, 16))
    desk.do(c.RuleRefusedWord("Judith", 1, strike=True))
    desk.do(c.UndoRefusedWord("Judith", 1, "a slip"))
    desk.do(c.UndoPeekAnswer("Judith", 1, "it is good"))
    target = ChallengedWord("ZORP", parse_square("8H"), Direction.ACROSS, 14)
    desk.do(c.ChallengeBoardWord("Owls 1", 1, owls, jays, target))
    desk.do(c.RuleBoardWord("Judith", 1, owls, good=False, points=14))
    desk.do(c.UndoBoardRuling("Judith", 1, owls, "a slip"))
    desk.do(c.VoidBoardChallenge("Judith", 1, owls, "not on that board"))
    desk.do(c.ChallengeBoardWord("Owls 1", 1, owls, jays, target))
    desk.do(c.RuleBoardWord("Judith", 1, owls, good=True))
    desk.do(c.CloseRound(DIRECTOR, "Hare"))
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.BuyTiles("Walt", owls, 2, Method.CASH))
    desk.do(c.ReverseMoney("Tess", 3, "not paid"))
    desk.do(c.PayTab("Tess", jays, Method.CARD))
    desk.do(c.MakePledge("Tess", "Aunt May", owls, 5))
    desk.do(c.ChangePledge("Tess", 1, "Aunt May", "she said 10 cents", owls, 10))
    desk.do(c.WithdrawPledge("Tess", 1, "she left"))
    desk.do(c.SetTarget("Tess", 100_000))
    desk.do(c.CountCash("Tess", 0))
    desk.do(c.CallOfficial("Ann", 2, Official.CONVENOR, "noise"))
    desk.do(c.AnswerCall(DIRECTOR, 1))
    desk.do(c.EndCall(DIRECTOR, 1, "it is quiet now"))
    desk.do(c.SetTimetable(DIRECTOR, (Slot("Medals", SlotKind.CEREMONY, MINUTE, MINUTE),)))
    desk.do(c.ShiftTimetable(DIRECTOR, 0, 20 * MINUTE, "late"))
    desk.do(c.ChooseScreen("Emmy", Screen.STANDINGS))
    desk.do(c.TurnScreen("Emmy", ScreenTurn.PAUSE))
    desk.do(c.ShowRacks(DIRECTOR, 900_000))
    desk.do(c.HideRacks(DIRECTOR))
    desk.do(c.AllowAnalysis(DIRECTOR))
    desk.do(c.ForbidAnalysis(DIRECTOR))
    shown = AwardShown(desk.now_ms, "Emmy", 1)  # two divisions would have to be played to their end
    desk.facts.append(shown)
    desk.tournament = evolve(desk.tournament, shown)
    desk.do(c.ChoosePublicNames(DIRECTOR, PublicNames.INITIALS))
    desk.do(c.KeepPhotos(DIRECTOR))
    desk.do(c.ErasePhotos(DIRECTOR))
    desk.do(c.ErasePerson(DIRECTOR, owls))
    desk.do(c.AnnounceErasure(DIRECTOR, "2026-09-18"))
    desk.do(c.EraseEverybody(DIRECTOR))
    assert {fact.KIND for fact in desk.facts} == set(FACT_TYPES)
    desk.check_told_again()
    sentences = told(desk)
    assert len(sentences) == len(desk.facts)
    for sentence in (
        "Cup begins",
        "here: Ann, Bob",
        "the entry of Ann is corrected: club – → Ames; needs – → large print",
        "taken out, entered by mistake: Eve (typed twice)",
        "Bob is withdrawn: ill",
        "the format of Club is changed (rounds.count): late",
        "Second is merged into Club: nobody came",
        "round 1 of Club begins, 50 minutes",
        "the clock of round 1 of Club is adjusted by -30 s: noise",
        "Club, round 1, table 1: a sheet says Ann 300, Bob 200, signed by Ann",
        "Club, round 1, table 1: Ann 300, Bob 210 stands (signed)",
        "Club, round 1, table 1: corrected to Ann 300, Bob 220: misread",
        "Hare, round 1: starting word GLOW, surprise word TURTLE, sponsors ACME",
        "Owls buys a peek at SIEVE",
        "SIEVE is not good",
        "Jays buys all tiles of all rounds",
        "Owls challenges 8H ZORP of Jays",
        "Owls buys 2 tiles back",
        "line 4 takes line 3 back: not paid",
        "table 2 calls the convenor: noise",
        "Medals and all after it move by +20 minutes: late",
    ):
        assert sentence in sentences
    # The sum that is hoped for is on the big screen; judges and scorekeepers read no other.
    of_money = [fact for fact, sentence in zip(desk.facts, sentences, strict=True) if "$" in sentence]
    assert {fact.AUDIENCE for fact in of_money if not isinstance(fact, TargetSet)} == {Audience.TREASURER}


def test_minutes_that_were_given_to_the_room_are_taken_again_by_an_undo(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob")])
    club.do(c.StartRound(DIRECTOR, "Club", length_ms=10 * MINUTE))
    started_ms = club.now_ms
    club.do(c.AdjustRoomClock(DIRECTOR, "Club", 5 * MINUTE, "the coffee came late"))
    undo(club)
    clock = club.tournament.round("Club", 1).clock
    assert clock is not None
    assert clock.remaining_ms(started_ms) == 10 * MINUTE

"""Every kind of fact at a table has a sentence, and a clause where a rule decided."""

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game
from wordwaiter.game import commands as c
from wordwaiter.game import facts as f
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.hare import facts as h
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.game.table import EndReason, Evidence, SigningOfficial, TableKind
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

NO_TILES = Placement(())


def lines(told: Told) -> list[tuple[str, str | None]]:
    opened = told.facts[0]
    assert isinstance(opened, f.TableOpened)
    return [(fact.sentence(opened), fact.clause_in(told.rulebook)) for fact in told.facts]


def test_a_game_reads_as_it_was_played() -> None:
    told = ann_and_ben("iowa").plays("Ann", "8D RETINA").does(c.Challenge(1, ("RETINA",)))
    told.does(c.Rule("Judith", good=False, ground="RETINA is not in the list"))
    assert lines(told)[4:] == [
        ("Ann lays tiles", None),
        ("Ann plays RETINA for 14", "iowa-11"),
        ("Ben challenges RETINA", "iowa-8"),
        ("the challenged play is not good", "iowa-8"),
    ]


def test_the_end_is_told_with_what_was_counted() -> None:
    told = late_in_the_game("iowa", "QZ", ann="Q", ben="Z").does(c.End("Dora", EndReason.NO_PLAY, "agreed"))
    told_lines = lines(told)
    assert ("the game is over (no play)", "iowa-9") in told_lines
    assert told_lines[-1][0].startswith("counted: Ann -10 (own tiles)")
    assert told_lines[-1][1] == "iowa-18"


AT = (0, "Sam")
OF_A_TABLE: list[tuple[f.Fact, str]] = [
    (f.FirstDrawTied(*AT), "the tiles for first play are equal; all draw again"),
    (f.FirstPlayerChosen(*AT, 1), "the team decides that Ben begins"),
    (f.TilesLaid(*AT, 0, NO_TILES), "Ann lays tiles"),
    (f.TilesLifted(*AT, 0), "Ann takes the tiles back"),
    (f.TilesDrawn(*AT, 0, ("Q",), inferred=True), "Ann draws 1 tile, as it seems"),
    (f.TilesExchanged(*AT, 1, ("Q", "Z"), ("A", "B"), ()), "Ben exchanges 2 tiles"),
    (f.TurnPassed(*AT, 1, cannot_play=True), "Ben passes, having no play"),
    (f.TurnTimedOut(*AT, 1, "androscoggin-3"), "the turn of Ben ran out of time: a pass"),
    (f.TurnSkipped(*AT, 1, "iowa-8"), "Ben loses the turn"),
    (f.PointsReported(*AT, 0, 12), "Ann reports 12 points"),
    (f.EndOffered(*AT, 0), "Ann offers to end the game"),
    (f.EndOfferDeclined(*AT, 1), "Ben declines to end the game"),
    (f.HoldCalled(*AT, 0), "Ann calls hold"),
    (f.HoldReleased(*AT, 0), "Ann releases the hold"),
    (f.LateAllowed(*AT, "why"), "a late play or challenge is allowed once"),
    (f.ClockPaused(*AT, "why"), "the clocks are stopped"),
    (f.ClockResumed(*AT), "the clocks run again"),
    (f.ClockAdjusted(*AT, ClockKind.SIDE, 1, -5000, "why"), "the side clock of Ben is adjusted by -5 s"),
    (f.TimeCalled(*AT), "time is called"),
    (f.TurnUndone(*AT, 3, None, "why"), "turn 3 is undone"),
    (f.RulingUndone(*AT, 3, "why"), "the ruling on turn 3 is undone"),
    (f.EndingUndone(*AT, None, "why"), "the ending is undone"),
    (f.TurnCorrected(*AT, 3, NO_TILES, ((("QI",), 11),), "why"), "turn 3 is corrected: QI for 11"),
    (f.GameEnded(*AT, EndReason.OUT, "", Evidence.UNKNOWN), "the game is over (out)"),
    (f.RacksFilled(*AT, ((), ())), "racks are filled for the count"),
    (f.RackDeclared(*AT, 0, ("Q", "U")), "the rack of Ann is declared, 2 tiles"),
    (f.RackLeftUnknown(*AT, 0), "the rack of Ann is unknown, so nothing is counted for it"),
    (f.ResultCounted(*AT, ()), "counted: nothing to add"),
    (f.ResultSigned(*AT, 0), "Ann signs the result"),
    (f.ResultSigned(*AT, SigningOfficial.SCOREKEEPER), "scorekeeper signs the result"),
    (f.ResultSigned(*AT, f.NamedSigner("Anna")), "Anna signs the result"),
    (f.ResultAccepted(*AT, "why"), "the result is accepted"),
    (f.ResultReturned(*AT, "why"), "the result is returned to the table"),
    (f.SideRenamed(*AT, 0, "Anna"), "Ann is now called Anna"),
]


@pytest.mark.parametrize(("fact", "sentence"), OF_A_TABLE, ids=lambda each: getattr(each, "KIND", ""))
def test_what_happens_at_a_table_is_told_without_the_tiles_of_a_rack(fact: f.Fact, sentence: str) -> None:
    opened = ann_and_ben("iowa").facts[0]
    assert isinstance(opened, f.TableOpened)
    assert fact.sentence(opened) == sentence


CAT = ChallengedWord("CAT", Square(0, 0), Direction.ACROSS, 15)
OPENED = h.RoundOpened(
    *AT, "bee-hare", "Owls", 7, 1, TableKind.PHYSICAL, NOTHING_ANNOUNCED, NO_TILES, ("Q", "Z"), None
)
OF_A_BOARD: list[tuple[h.HareFact, str, str | None]] = [
    (OPENED, "Owls begins round 1, 2 tiles out of play", "bee-hare-7"),
    (h.SquaresChanged(*AT, NO_TILES, ()), "Owls: 0 tiles laid, 0 lifted", None),
    (h.TilesBoughtBack(*AT, 3, 300), "Owls buys 3 tiles back", "bee-hare-7"),
    (h.TilesGivenBack(*AT, 3, "a slip"), "Owls gives 3 tiles back: a slip", "bee-hare-7"),
    (
        h.RemovedCorrected(*AT, ("A", "E"), "the bag was counted"),
        "Owls has 2 tiles out of play: the bag was counted",
        "bee-hare-7",
    ),
    (h.TimeAdjusted(*AT, 60_000, "why"), "the round of Owls is adjusted by +60 s", None),
    (h.EndSignalled(*AT), "the end is signalled to Owls", "bee-hare-5-6"),
    (h.SignalWithdrawn(*AT, "why"), "the signal to Owls is withdrawn", None),
    (h.UnplayedResponse(*AT, 7), "Owls has 7 points unplayed", "bee-12"),
    (h.BoardSubmitted(*AT, "Ann"), "the board of Owls is handed in, checked by Ann", "bee-teams"),
    (h.BoardReopened(*AT, "why"), "the board of Owls may be entered again", None),
    (h.TeamRenamed(*AT, "Snow Owls"), "Owls is now called Snow Owls", None),
    (h.PointsCorrected(*AT, -5, "why"), "Owls gets -5 points", None),
    (
        h.FaultAccepted(*AT, "not-connected 1A CAT", "late"),
        "the board of Owls counts as it is (not-connected 1A CAT): late",
        None,
    ),
    (
        h.WordsStruck(*AT, "not-connected 1A CAT", (CAT,), "alone"),
        "struck from the board of Owls, 1A CAT: alone",
        None,
    ),
    (
        h.FaultRulingUndone(*AT, "not-connected 1A CAT", "a slip"),
        "the ruling on the board of Owls is undone (not-connected 1A CAT): a slip",
        None,
    ),
    (h.BoardAccepted(*AT, (), 210, ""), "Owls has 210 in this round", "bee-7"),
    (
        h.BestBoardFound(*AT, NO_TILES, 1950, 60_000),
        "the best board found for the tiles of Owls has 1,950",
        None,
    ),
]


@pytest.mark.parametrize(
    ("fact", "sentence", "clause"), OF_A_BOARD, ids=lambda each: getattr(each, "KIND", "")
)
def test_what_happens_to_a_board_is_told_with_its_clause(
    fact: h.HareFact, sentence: str, clause: str | None
) -> None:
    assert fact.sentence(OPENED) == sentence
    assert fact.clause_in(shipped_rulebook("bee-hare")) == clause


def test_every_kind_of_fact_is_told_above() -> None:
    played = ann_and_ben("iowa").plays("Ann", "8D RETINA").does(c.Challenge(1, ("RETINA",)))
    played.does(c.Rule("Judith", good=True))
    told = {fact.KIND for fact, _ in OF_A_TABLE} | {fact.KIND for fact in played.facts}
    assert told == set(f.FACT_TYPES)
    assert {fact.KIND for fact, _, _ in OF_A_BOARD} == set(h.HARE_FACT_TYPES)

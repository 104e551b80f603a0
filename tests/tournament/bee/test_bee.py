"""The Bee: announcements, peeks, tiles taken out and bought back, challenges of boards, and their totals."""

from collections import Counter
from dataclasses import replace

import pytest

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.decide import all_tiles_offer
from wordwaiter.tournament.bee.report import without_purchases
from wordwaiter.tournament.facts import (
    AllTilesBought,
    MoneyReversed,
    MoneyTaken,
    PeekBought,
    TilesBought,
    TilesReturned,
    WordsAnnounced,
)
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.standings.standings import standings

JUDGE = "Judith"
AT_MOST_TEN = "The maximum word length is 10 letters."
NO_BLANKS = "Blank tiles may not be used for the Sponsor Name bonus."
PROPER_NAMES = "Proper names are not allowed with the exception of event sponsors."
WAITER = "Walt"


def word(text: str, points: int, square: str = "8H") -> ChallengedWord:
    return ChallengedWord(text, parse_square(square), Direction.ACROSS, points)


@pytest.fixture
def bee() -> Desk:
    """Owls, Jays and Wrens in the Hare division, the words of round 1 announced."""
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays"), team("Wrens")])
    desk.do(c.ListSponsors("Emmy", ("Rotary", "Acme", "First Bank", "B&B")))
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "literacy", "turtle", ("Rotary", "Acme")))
    return desk


def begin(desk: Desk, *, draw_tiles: bool = False) -> None:
    desk.publish("Hare", [("Owls",), ("Jays",), ("Wrens",)])
    desk.do(c.StartRound(DIRECTOR, "Hare", draw_tiles=draw_tiles))


def finish(desk: Desk, *totals: int) -> None:
    number = len(desk.tournament.rounds_of("Hare"))
    desk.do(c.CallRoundTime("Emmy", "Hare"))
    for table, (name, total) in enumerate(zip(("Owls", "Jays", "Wrens"), totals, strict=True), start=1):
        signed = (desk.number(name),)
        desk.do(c.HandInSheet(WAITER, "Hare", number, table, (total,), signed))


# ---------------------------------------------------------------- words


def test_words_are_announced_for_a_round_and_a_name_that_no_tiles_make_is_told_beforehand(bee: Desk) -> None:
    announced = bee.tournament.announcement("Hare", 1)
    assert (announced.starting_word, announced.surprise_word) == ("LITERACY", "TURTLE")
    words = c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", "TURTLE", ("ROTARY", "B&B"), anyway=True)
    (fact,) = bee.do(words)
    assert isinstance(fact, WordsAnnounced)
    assert [warning for warning in fact.warnings if "B&B" in warning]
    assert len(fact.warnings) == 1


@pytest.mark.parametrize(
    ("surprise", "sponsors"),
    [
        ("REGULATIONS", ()),
        ("PIZZAZZES", ()),
        ("TURTLE", ("FIRST BANK",)),
        ("TURTLE", ("ROTARY", "B&B")),
    ],
)
@pytest.mark.clause("bee-11", AT_MOST_TEN)
@pytest.mark.clause("bee-sponsor", NO_BLANKS)
def test_a_word_that_no_team_can_lay_is_announced_only_when_that_is_confirmed(
    bee: Desk, surprise: str, sponsors: tuple[str, ...]
) -> None:
    words = c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", surprise, sponsors)
    refusal = bee.refused(words, "word-cannot-be-laid")
    assert refusal.facts["word"] in (surprise, *sponsors)
    (fact,) = bee.do(replace(words, anyway=True))
    assert isinstance(fact, WordsAnnounced)
    assert fact.warnings


@pytest.mark.clause("bee-8-9", PROPER_NAMES)
def test_only_sponsors_of_the_event_are_announced(bee: Desk) -> None:
    words = c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", "TURTLE", ("ROTARY", "ZEPPELIN"), anyway=True)
    assert bee.refused(words, "sponsor-not-listed").facts["names"] == ["ZEPPELIN"]
    bee.do(c.ListSponsors("Emmy", (*bee.tournament.sponsors, "Zeppelin")))
    bee.do(words)
    assert bee.tournament.announcement("Hare", 1).sponsors == ("ROTARY", "ZEPPELIN")


@pytest.mark.clause("bee-5")
def test_round_one_needs_a_starting_word_that_fits() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls")])
    desk.publish("Hare", [("Owls",)])
    desk.refused(c.StartRound(DIRECTOR, "Hare"), "no-starting-word", "bee-5")
    desk.refused(c.AnnounceWords("Emmy", "Hare", 1, "CROSSWORDS"), "starting-word-too-long")
    desk.refused(c.AnnounceWords("Emmy", "Hare", 4, "WORD"), "no-such-round")
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "WORD", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.refused(c.AnnounceWords("Emmy", "Hare", 1, "OTHER"), "round-begun")


# ---------------------------------------------------------------- peeks


@pytest.mark.clause("bee-peek")
def test_a_peek_is_a_word_an_answer_and_a_dollar_on_the_teams_tab(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.refused(c.BuyPeek(WAITER, owls, "occurred"), "no-round")
    begin(bee)
    facts = bee.do(c.BuyPeek(WAITER, owls, " occurred "))
    assert [type(fact) for fact in facts] == [PeekBought, MoneyTaken]
    (line,) = bee.tournament.ledger
    assert (line.payment.fund, line.payment.cents, line.payment.team) == (Fund.PEEK, 100, owls)
    assert line.payment.method is Method.TAB
    bee.do(c.AnswerPeek(JUDGE, 1, good=True))
    (peek,) = bee.tournament.peeks
    assert (peek.word, peek.round, peek.good, peek.answered_by) == ("OCCURRED", 1, True, JUDGE)


@pytest.mark.clause("bee-peek")
def test_the_judges_answer_is_final(bee: Desk) -> None:
    begin(bee)
    bee.do(c.BuyPeek(WAITER, bee.number("Owls"), "OCCURED"))
    bee.do(c.AnswerPeek(JUDGE, 1, good=False))
    refusal = bee.refused(c.AnswerPeek("Jules", 1, good=True), "answer-is-final", "bee-peek")
    assert "Judith ruled that OCCURED is not good" in refusal.sentence
    bee.refused(c.AnswerPeek(JUDGE, 2, good=True), "no-such-peek")
    bee.refused(c.BuyPeek(WAITER, bee.number("Owls"), " "), "no-word")
    bee.refused(c.BuyPeek(WAITER, bee.number("Owls"), "A1<b>"), "no-such-tile")
    bee.do(c.BuyPeek(WAITER, bee.number("Owls"), "co-op"))


def test_elsewhere_nobody_buys_a_peek_or_tiles() -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, _ = desk.players("Club", "Ann", "Bob")
    desk.publish("Club", [("Ann", "Bob")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.refused(c.BuyPeek(WAITER, ann, "QI"), "no-peeks")
    desk.refused(c.BuyTiles(WAITER, ann, 1), "no-buy-back")
    desk.refused(c.BuyAllTiles(WAITER, ann), "no-buy-back")


# ---------------------------------------------------------------- tiles


def second_round(desk: Desk, *, draw_tiles: bool = False) -> None:
    begin(desk, draw_tiles=draw_tiles)
    finish(desk, 700, 650, 800)
    desk.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(desk, draw_tiles=draw_tiles)


@pytest.mark.clause("bee-hare-7")
def test_twenty_tiles_are_out_in_round_two_and_come_back_at_random_for_five_dollars_each(bee: Desk) -> None:
    second_round(bee, draw_tiles=True)
    owls = bee.number("Owls")
    removed = bee.tournament.round("Hare", 2).removed[owls]
    assert not isinstance(removed, int)
    assert len(removed) == 20
    facts = bee.do(c.BuyTiles(WAITER, owls, 3, Method.CASH))
    assert isinstance(facts[0], TilesBought)
    bought = facts[0].tiles
    assert not isinstance(bought, int)
    left = bee.tournament.round("Hare", 2).removed[owls]
    assert not isinstance(left, int)
    assert Counter(left) + Counter(bought) == Counter(removed)
    payment = bee.tournament.ledger[-1].payment
    assert facts[0].cents == payment.cents == 1500
    assert payment.note == f"3 of round 2: {', '.join(bought)}".replace("?", "blank")
    bee.refused(c.BuyTiles(WAITER, owls, 18), "not-that-many-removed", "bee-hare-7")
    bee.refused(c.BuyTiles(WAITER, owls, 0), "no-tiles")
    bee.check_told_again()


@pytest.mark.clause("bee-hare-7")
def test_a_total_buy_back_costs_the_difference_and_brings_the_later_tiles_too(bee: Desk) -> None:
    second_round(bee)
    owls = bee.number("Owls")
    bee.do(c.BuyTiles(WAITER, owls, 4))
    assert bee.tournament.round("Hare", 2).removed[owls] == 16
    facts = bee.do(c.BuyAllTiles(WAITER, owls))
    assert isinstance(facts[0], AllTilesBought)
    # 150 dollars less 4 tiles at 5 dollars: 130; 16 tiles now and 10 in round 3.
    assert (facts[0].cents, facts[0].tiles, facts[0].later) == (13_000, 16, 10)
    assert bee.tournament.round("Hare", 2).removed[owls] == 0
    bee.refused(c.BuyAllTiles(WAITER, owls), "all-bought")
    finish(bee, 500, 600, 300)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    removed = bee.tournament.round("Hare", 3).removed
    assert removed == {owls: (), bee.number("Jays"): 10, bee.number("Wrens"): 10}


@pytest.mark.clause("bee-hare-7")
def test_all_tiles_cost_no_more_than_single_ones_until_a_round_has_gone_by(bee: Desk) -> None:
    rules = shipped_rulebook("bee-hare").play
    assert isinstance(rules, Building)
    second_round(bee)
    jays = bee.number("Jays")
    before = all_tiles_offer(bee.tournament, jays, rules)
    assert before is not None
    # 20 tiles now and 10 in round 3 at 5 dollars each: 150 one by one, and 150 all at once.
    assert (before.cents, before.single_cents, before.saving_cents) == (15_000, 15_000, 0)
    assert before.is_no_dearer
    finish(bee, 500, 600, 300)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    last = all_tiles_offer(bee.tournament, jays, rules)
    assert last is not None
    assert not last.is_no_dearer
    refusal = bee.refused(c.BuyAllTiles(WAITER, jays), "all-tiles-dearer", "bee-hare-7")
    assert "all tiles cost $150, and one by one $50; buy single tiles" in refusal.sentence


@pytest.mark.clause("bee-hare-7")
def test_what_was_taken_back_in_the_ledger_takes_nothing_off_the_price_of_all_tiles(bee: Desk) -> None:
    second_round(bee)
    owls = bee.number("Owls")
    bee.do(c.BuyTiles(WAITER, owls, 1))
    bee.do(c.ReverseMoney(DIRECTOR, len(bee.tournament.ledger), "never paid"))
    bee.do(c.BuyAllTiles(WAITER, owls))
    assert sum(line.payment.cents for line in bee.tournament.ledger if line.payment.team == owls) == 15_000


@pytest.mark.clause("bee-hare-7")
def test_tiles_go_back_with_their_money_while_the_round_runs(bee: Desk) -> None:
    second_round(bee, draw_tiles=True)
    owls = bee.number("Owls")
    before = bee.tournament.round("Hare", 2).removed[owls]
    bee.do(c.BuyTiles(WAITER, owls, 3, Method.CASH))
    bee.do(c.BuyTiles(WAITER, owls, 2, Method.CASH))
    first, second = (line.number for line in bee.tournament.ledger)
    facts = bee.do(c.ReverseMoney(DIRECTOR, first, "it was the Jays"))
    assert [type(fact) for fact in facts] == [TilesReturned, MoneyReversed]
    assert [each.line for each in bee.tournament.purchases] == [second]
    bee.do(c.ReverseMoney(DIRECTOR, second, "and this too"))
    assert bee.tournament.round("Hare", 2).removed[owls] == before
    assert bee.tournament.purchases == ()
    bee.check_told_again()


@pytest.mark.clause("bee-hare-7")
def test_a_total_buy_back_that_is_taken_back_leaves_later_tiles_out_of_play(bee: Desk) -> None:
    second_round(bee)
    owls = bee.number("Owls")
    bee.do(c.BuyTiles(WAITER, owls, 4))
    bee.do(c.BuyAllTiles(WAITER, owls))
    single, total = (line.number for line in bee.tournament.ledger)
    refusal = bee.refused(c.ReverseMoney(DIRECTOR, single, "a slip"), "part-of-all")
    assert f"line {total}" in refusal.sentence
    bee.do(c.ReverseMoney(DIRECTOR, total, "the cheque was not signed"))
    assert bee.tournament.round("Hare", 2).removed[owls] == 16
    assert bee.tournament.bought_all == frozenset()
    finish(bee, 500, 600, 300)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    assert bee.tournament.round("Hare", 3).removed[owls] == 10


@pytest.mark.clause("bee-hare-7")
def test_tiles_that_were_played_with_stay_bought_whoever_pays(bee: Desk) -> None:
    second_round(bee)
    owls, jays = bee.number("Owls"), bee.number("Jays")
    bee.do(c.BuyTiles(WAITER, owls, 4))
    bee.do(c.BuyAllTiles(WAITER, jays))
    finish(bee, 500, 600, 300)
    for line in (1, 2):
        bee.do(c.ReverseMoney(DIRECTOR, line, "the emcee pays"))
    assert [(each.team, each.tiles, each.later) for each in bee.tournament.purchases] == [
        (owls, 4, 0),
        (jays, 20, 0),
    ]
    assert bee.tournament.bought_all == frozenset()


@pytest.mark.clause("bee-hare-7")
def test_who_has_bought_every_tile_singly_has_nothing_left_to_buy(bee: Desk) -> None:
    second_round(bee)
    jays = bee.number("Jays")
    bee.do(c.BuyTiles(WAITER, jays, 20))
    finish(bee, 500, 600, 300)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    bee.do(c.BuyTiles(WAITER, jays, 10))
    bee.refused(c.BuyAllTiles(WAITER, jays), "nothing-to-buy", "bee-hare-7")


def test_the_curious_see_the_totals_without_the_tiles_that_money_brought(bee: Desk) -> None:
    second_round(bee, draw_tiles=True)
    (bought, _) = bee.do(c.BuyTiles(WAITER, bee.number("Owls"), 2))
    assert isinstance(bought, TilesBought)
    assert not isinstance(bought.tiles, int)
    values = shipped_tile_set("english").values
    worth = sum(values[tile] for tile in bought.tiles)
    lines = {
        line.name: (line.total, line.bought_points, line.total_without)
        for line in without_purchases(bee.tournament, "Hare", values)
    }
    assert lines["Owls"] == (700, worth, 700 - worth)
    assert lines["Wrens"] == (800, 0, 800)


def test_the_points_of_tiles_that_nobody_noted_are_not_known(bee: Desk) -> None:
    second_round(bee)
    bee.do(c.BuyTiles(WAITER, bee.number("Owls"), 2))
    lines = without_purchases(bee.tournament, "Hare", shipped_tile_set("english").values)
    assert [(line.name, line.total_without) for line in lines] == [
        ("Wrens", 800),
        ("Jays", 650),
        ("Owls", None),
    ]


# ---------------------------------------------------------------- challenges


@pytest.mark.clause("bee-challenge")
def test_a_bad_word_changes_hands_and_a_good_one_costs_the_challenger_25(bee: Desk) -> None:
    owls, jays, wrens = map(bee.number, ("Owls", "Jays", "Wrens"))
    begin(bee)
    early = c.ChallengeBoardWord("Jays 1", 1, jays, owls, word("IRREGARDS", 14))
    bee.refused(early, "round-running", "bee-challenge")
    finish(bee, 700, 650, 800)
    bee.board("Hare", "Owls", word("IRREGARDS", 14))
    bee.board("Hare", "Jays", word("QUOTH", 30))
    bee.do(early)
    bee.refused(c.CloseRound(DIRECTOR, "Hare"), "ruling-awaited")
    bee.do(c.RuleBoardWord(JUDGE, 1, jays, good=False, ground="in neither dictionary"))
    bee.do(c.ChallengeBoardWord("Wrens 2", 1, wrens, jays, word("QUOTH", 30)))
    bee.do(c.RuleBoardWord(JUDGE, 1, wrens, good=True))
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    # Owls 700 - 14, Jays 650 + 14, Wrens 800 - 25.
    assert bee.values("Hare", "Owls") == ((686,),)
    assert bee.values("Hare", "Jays") == ((664,),)
    assert bee.values("Hare", "Wrens") == ((775,),)
    sentence = standings(bee.tournament, "Hare").line_of(jays).games[0].sentence
    assert sentence == "round 1: 650, 8H IRREGARDS of Owls was ruled not good +14 = 664"
    late = c.ChallengeBoardWord("Owls 1", 1, owls, jays, word("ZAX", 19))
    bee.refused(late, "totals-accepted", "bee-challenge")
    bee.check_told_again()


@pytest.mark.clause("bee-challenge")
def test_only_members_challenge_once_a_round_and_within_the_division(bee: Desk) -> None:
    bee.open("Tortoise", "bee-tortoise")
    (snails,) = bee.enter("Tortoise", [team("Snails")])
    owls, jays, wrens = map(bee.number, ("Owls", "Jays", "Wrens"))
    begin(bee)
    finish(bee, 700, 650, 800)
    bee.refused(c.ChallengeBoardWord(WAITER, 1, jays, owls, word("ZORP", 9)), "not-a-member", "bee-challenge")
    bee.refused(
        c.ChallengeBoardWord("Jays 1", 1, jays, snails, word("ZORP", 9)), "other-division", "bee-challenge"
    )
    bee.do(c.ChallengeBoardWord("Jays 1", 1, jays, owls, word("ZORP", 9)))
    again = c.ChallengeBoardWord("Jays 2", 1, jays, wrens, word("BLAFF", 9))
    bee.refused(again, "no-challenge-left", "bee-challenge")
    bee.do(c.RuleBoardWord(JUDGE, 1, jays, good=True))
    bee.refused(c.RuleBoardWord(JUDGE, 1, jays, good=True), "already-ruled")
    bee.refused(c.RuleBoardWord(JUDGE, 1, wrens, good=True), "no-such-challenge")


@pytest.mark.clause("bee-challenge")
def test_a_challenge_outlives_new_names_of_both_teams(bee: Desk) -> None:
    owls, jays, wrens = map(bee.number, ("Owls", "Jays", "Wrens"))
    begin(bee)
    finish(bee, 700, 650, 800)
    bee.do(c.ChallengeBoardWord("Jays 1", 1, jays, owls, word("ZORP", 9)))
    for number, name in ((owls, "Barn Owls"), (jays, "Blue Jays")):
        profile = replace(bee.tournament.contender(number).profile, name=name)
        bee.do(c.ChangeProfile(DIRECTOR, number, profile))
    again = c.ChallengeBoardWord("Jays 2", 1, jays, wrens, word("BLAFF", 9))
    bee.refused(again, "no-challenge-left", "bee-challenge")
    bee.board("Hare", "Barn Owls", word("ZORP", 9))
    bee.do(c.RuleBoardWord(JUDGE, 1, jays, good=False))
    assert bee.values("Hare", "Barn Owls") == ((691,),)
    assert bee.values("Hare", "Blue Jays") == ((659,),)
    bee.check_told_again()


@pytest.mark.clause("bee-teams")
def test_the_word_waiters_total_stands_with_one_member_and_goes_to_the_scoring_table(bee: Desk) -> None:
    begin(bee)
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    (unsigned,) = bee.do(c.HandInSheet(WAITER, "Hare", 1, 1, (700,)))
    assert bee.tournament.round("Hare", 1).sittings[0].outcome is None
    owls = bee.number("Owls")
    facts = bee.do(c.HandInSheet(WAITER, "Hare", 1, 1, (700,), signed=(owls,)))
    assert len(facts) == 2
    assert bee.tournament.round("Hare", 1).sittings[0].outcome is not None
    assert unsigned.by == WAITER


def test_tiles_of_an_earlier_round_stay_where_they_were_when_their_money_goes_back(bee: Desk) -> None:
    owls = bee.number("Owls")
    begin(bee)
    finish(bee, 700, 650, 800)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    bee.do(c.BuyTiles(WAITER, owls, 2))
    finish(bee, 700, 650, 800)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    out = bee.tournament.round("Hare", 3).removed[owls]
    facts = bee.do(c.ReverseMoney(WAITER, 1, "paid twice"))
    assert [type(fact) for fact in facts] == [MoneyReversed]
    assert bee.tournament.round("Hare", 3).removed[owls] == out


def test_a_round_in_which_a_peek_was_bought_is_not_halted(bee: Desk) -> None:
    begin(bee)
    bee.do(c.BuyPeek(WAITER, bee.number("Owls"), "SIEVE"))
    bee.refused(c.HaltRound(DIRECTOR, "Hare", "too early"), "round-under-way")


def test_boards_stay_as_they_stood_once_a_word_on_one_was_challenged(bee: Desk) -> None:
    owls, jays = map(bee.number, ("Owls", "Jays"))
    begin(bee)
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    bee.do(c.ChallengeBoardWord("Jays 1", 1, jays, owls, word("ZORP", 9)))
    bee.refused(c.ResumeRound(DIRECTOR, "Hare", "too early"), "word-challenged")


def test_a_member_of_the_challenged_team_does_not_challenge_for_the_other(bee: Desk) -> None:
    owls, jays = map(bee.number, ("Owls", "Jays"))
    begin(bee)
    finish(bee, 700, 650, 800)
    theirs = c.ChallengeBoardWord("Owls 1", 1, jays, owls, word("ZORP", 9))
    bee.refused(theirs, "not-a-member", "bee-challenge")


@pytest.mark.clause("bee-sponsor")
@pytest.mark.clause("bee-8-9")
def test_a_sponsor_that_was_announced_stays_in_the_list(bee: Desk) -> None:
    refusal = bee.refused(c.ListSponsors("Emmy", ("Rotary", "Elks")), "sponsor-announced")
    assert "ACME was announced already" in refusal.sentence
    bee.do(c.ListSponsors("Emmy", ("Rotary", "Acme", "Elks")))
    assert bee.tournament.sponsors == ("ROTARY", "ACME", "ELKS")


# ---------------------------------------------------------------- teams that do not play


ONLY_TEAMS = "Only team members may challenge another team's word."
BUY_BACK = "The buy-back is random at $5 per tile."
LEFT, ABSENT, CANCELLED = "left", "absent", "cancelled"


def without_wrens(bee: Desk, how: str) -> None:
    """Round 1 is played by Owls and Jays; the Wrens have no part in it."""
    wrens = bee.number("Wrens")
    begin(bee)
    if how == LEFT:
        bee.do(c.Withdraw(DIRECTOR, wrens, "a sick child"))
    elif how == ABSENT:
        bee.do(c.ForfeitGame(DIRECTOR, "Hare", 1, 3, (wrens,), "not here"))
    else:
        bee.do(c.CancelGame(DIRECTOR, "Hare", 1, 3, "a spilt drink"))


@pytest.mark.clause("bee-challenge", ONLY_TEAMS)
@pytest.mark.parametrize(
    ("how", "reason"),
    [(LEFT, "withdrawn"), (ABSENT, "not there in round 1"), (CANCELLED, "its game of round 1 is cancelled")],
)
def test_a_team_that_does_not_play_neither_challenges_nor_is_challenged(
    bee: Desk, how: str, reason: str
) -> None:
    without_wrens(bee, how)
    owls, wrens = bee.number("Owls"), bee.number("Wrens")
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    for table, name in enumerate(("Owls", "Jays"), start=1):
        bee.sheet("Hare", table, (500,), [name])
    theirs = c.ChallengeBoardWord("Wrens 1", 1, wrens, owls, word("ZORP", 9))
    refusal = bee.refused(theirs, "not-in-round")
    assert refusal.sentence == (
        f"Wrens does not play in round 1 ({reason}); only teams that play challenge words"
    )
    bee.refused(c.ChallengeBoardWord("Owls 1", 1, owls, wrens, word("ZORP", 9)), "not-in-round")


def test_a_team_that_leaves_after_its_board_is_in_may_still_challenge(bee: Desk) -> None:
    begin(bee)
    finish(bee, 700, 650, 800)
    owls, wrens = bee.number("Owls"), bee.number("Wrens")
    bee.do(c.Withdraw(DIRECTOR, wrens, "the last bus"))
    bee.do(c.ChallengeBoardWord("Wrens 1", 1, wrens, owls, word("ZORP", 9)))


@pytest.mark.clause("bee-hare-7", BUY_BACK)
def test_a_team_that_does_not_play_buys_neither_tiles_nor_peeks(bee: Desk) -> None:
    begin(bee)
    finish(bee, 700, 650, 800)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    begin(bee)
    jays, wrens = bee.number("Jays"), bee.number("Wrens")
    bee.do(c.Withdraw(DIRECTOR, wrens, "a sick child"))
    bee.do(c.ForfeitGame(DIRECTOR, "Hare", 2, 2, (jays,), "not here"))
    for command in (
        c.BuyTiles(WAITER, wrens, 1),
        c.BuyTiles(WAITER, jays, 1),
        c.BuyAllTiles(WAITER, wrens),
        c.BuyPeek(WAITER, wrens, "sieve"),
    ):
        bee.refused(command, "not-in-round")
    assert bee.tournament.ledger == ()
    building = shipped_rulebook("bee-hare").building
    assert all_tiles_offer(bee.tournament, wrens, building) is None
    # The Jays may come back for round 3 and its ten tiles, but those cost $50 one by one.
    offer = all_tiles_offer(bee.tournament, jays, building)
    assert offer is not None
    assert (offer.now, offer.later, offer.is_no_dearer) == ((), 10, False)


HIGHEST = (
    "The Hare division winner is determined by the team earning the highest cumulative score in 3 games "
    "played."
)


@pytest.mark.clause("bee-winners", HIGHEST)
def test_a_team_that_has_left_ranks_behind_those_who_played_all_three_rounds(bee: Desk) -> None:
    for totals in ((-80, -100, -60), (-90, -100, -88)):
        begin(bee)
        finish(bee, *totals)
        bee.do(c.CloseRound(DIRECTOR, "Hare"))
    wrens = bee.number("Wrens")
    # The Wrens have -148 and are ahead: Owls -170, Jays -200.
    assert bee.ranks("Hare") == [(1, "Wrens"), (2, "Owls"), (3, "Jays")]
    bee.do(c.Withdraw(DIRECTOR, wrens, "a sick child"))
    behind = [(1, "Owls"), (2, "Jays"), (3, "Wrens")]
    assert bee.ranks("Hare") == behind
    line = standings(bee.tournament, "Hare").line_of(wrens)
    assert line.note == "behind those who have played all: left after 2 of 3 (bee-winners)"
    assert line.note in line.why
    bee.publish("Hare", [("Owls",), ("Jays",)])
    bee.do(c.StartRound(DIRECTOR, "Hare"))
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    for table, name in enumerate(("Owls", "Jays"), start=1):
        bee.sheet("Hare", table, (-100,), [name])
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    assert bee.ranks("Hare") == behind
    # Whoever leaves after the last round has played all.
    bee.do(c.Withdraw(DIRECTOR, bee.number("Owls"), "the last bus"))
    assert bee.ranks("Hare") == behind


@pytest.mark.clause("bee-winners", HIGHEST)
def test_a_team_that_was_absent_in_a_round_ranks_behind_and_one_whose_game_is_cancelled_does_not(
    bee: Desk,
) -> None:
    begin(bee)
    bee.do(c.ForfeitGame(DIRECTOR, "Hare", 1, 3, (bee.number("Wrens"),), "a flat tyre"))
    bee.do(c.CancelGame(DIRECTOR, "Hare", 1, 2, "a spilt drink"))
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    bee.sheet("Hare", 1, (-50,), ["Owls"])
    assert bee.ranks("Hare") == [(1, "Jays"), (2, "Owls"), (3, "Wrens")]
    note = standings(bee.tournament, "Hare").line_of(bee.number("Wrens")).note
    assert note == "behind those who have played all: absent in round 1 (bee-winners)"


def test_a_round_that_the_rules_do_not_have_takes_no_tiles_out(bee: Desk) -> None:
    more = changed_format(shipped_format("bee-hare"), "one for fun", rounds_count=4)
    bee.do(c.ChangeFormat(DIRECTOR, "Hare", more, "one for fun"))
    for number in (1, 2, 3):
        if number > 1:
            bee.do(c.AnnounceWords("Emmy", "Hare", number, "literacy", without=tuple(AnnouncedKind)))
        begin(bee)
        finish(bee, 300, 200, 100)
        bee.do(c.CloseRound(DIRECTOR, "Hare"))
    seatings = tuple(
        Seating(table, (bee.number(each),)) for table, each in enumerate(("Owls", "Jays", "Wrens"), 1)
    )
    bee.do(c.PublishRound(DIRECTOR, "Hare", seatings))
    bee.refused(c.TakeTilesOut("Owls 1", bee.number("Owls"), 4, "AEIOU"), "no-such-round")

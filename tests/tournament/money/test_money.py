"""The ledger: lines that only ever get more, reversals, tabs, pledges, receipts and the cash count."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method, Pledge, cents_of, dollars
from wordwaiter.tournament.money.pledges import pledge_due_cents, pledges_due
from wordwaiter.tournament.money.treasury import cash_cents, funds, receipt, tab_cents

TREASURER = "Tess"


@pytest.fixture
def bee() -> Desk:
    desk = Desk("ScrabbleBee")
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    return desk


def test_the_ledger_adds_up_by_team_by_kind_and_against_the_target(bee: Desk) -> None:
    owls, jays = map(bee.number, ("Owls", "Jays"))
    bee.do(c.SetTarget(TREASURER, 500_000))
    bee.do(c.BuyPeek("Walt", owls, "OCCURRED"))
    bee.do(c.BuyPeek("Walt", jays, "SIEVE", Method.CASH))
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 12_050, Method.CASH, note="a hat passed around"))
    bee.do(c.TakeMoney(TREASURER, Fund.SPONSOR, 100_000, Method.CARD, note="Rotary"))
    bee.do(c.BuyAllTiles("Walt", owls))
    told = funds(bee.tournament)
    assert told.total_cents == 100 + 100 + 12_050 + 100_000 + 15_000
    assert told.target_cents == 500_000
    assert told.by_fund == {
        Fund.PEEK: 200,
        Fund.DONATION: 12_050,
        Fund.SPONSOR: 100_000,
        Fund.ALL_TILES: 15_000,
    }
    assert told.by_team == {owls: 15_100, jays: 100, None: 112_050}
    assert (told.cash_cents, told.tabs_cents) == (12_150, 15_100)


def test_a_mistake_is_reversed_by_another_line_and_only_once(bee: Desk) -> None:
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 5_000, Method.CASH))
    bee.do(c.ReverseMoney(TREASURER, 1, "it was 50 cents"))
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 50, Method.CASH))
    assert [line.payment.cents for line in bee.tournament.ledger] == [5_000, -5_000, 50]
    assert bee.tournament.ledger[1].reverses == 1
    assert funds(bee.tournament).total_cents == cash_cents(bee.tournament) == 50
    bee.refused(c.ReverseMoney(TREASURER, 1, "again"), "reversed-already")
    bee.refused(c.ReverseMoney(TREASURER, 2, "and back"), "is-a-reversal")
    bee.refused(c.ReverseMoney(TREASURER, 9, "what"), "no-such-line")
    bee.refused(c.ReverseMoney(TREASURER, 3, ""), "no-reason")
    assert receipt(bee.tournament, 1).lines()[-1] == "Void: taken back by line 2"


def test_a_team_pays_its_tab_and_the_cash_is_counted_against_the_ledger(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.refused(c.PayTab(TREASURER, owls, Method.CASH), "nothing-due")
    bee.do(c.BuyPeek("Walt", owls, "OCCURRED"))
    bee.do(c.BuyPeek("Walt", owls, "SIEVE"))
    assert tab_cents(bee.tournament, owls) == 200
    bee.refused(c.PayTab(TREASURER, owls, Method.TAB), "not-a-payment")
    bee.do(c.PayTab(TREASURER, owls, Method.CASH))
    assert tab_cents(bee.tournament, owls) == 0
    assert funds(bee.tournament).total_cents == cash_cents(bee.tournament) == 200
    bee.do(c.CountCash(TREASURER, 195))
    (count,) = bee.tournament.cash_counts
    assert (count.counted_cents, count.expected_cents, count.difference_cents) == (195, 200, -5)


def test_a_receipt_says_from_whom_for_what_and_how_much(bee: Desk) -> None:
    bee.do(c.BuyPeek("Walt", bee.number("Owls"), "SIEVE", Method.CASH))
    assert receipt(bee.tournament, 1).lines() == (
        "ScrabbleBee",
        "Receipt 1",
        "From Owls",
        "peek",
        "$1, cash, taken by Walt",
    )


def test_pledges_come_to_so_much_a_point_up_to_their_limit(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.do(c.MakePledge(TREASURER, "Aunt May", owls, 5, 2_000))
    (pledge,) = bee.tournament.pledges
    assert pledge == Pledge(owls, "Aunt May", 5, 2_000)
    assert [pledge_due_cents(pledge, points) for points in (-9, 0, 300, 500)] == [0, 0, 1_500, 2_000]
    assert pledge_due_cents(Pledge(owls, "May", 5, None), 500) == 2_500
    assert funds(bee.tournament).total_cents == 0


def test_pledges_follow_the_points_of_their_team_and_are_funds_once_paid(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.do(c.MakePledge(TREASURER, "Aunt May", owls, 5))
    bee.refused(c.PayPledge(TREASURER, 1, Method.CASH), "no-pledge-due")
    bee.do(c.HandInSheet("Walt", "Hare", 1, 1, (700,), signed=(owls,)))
    (due,) = pledges_due(bee.tournament)
    assert (due.points, due.cents, due.left_cents) == (700, 3_500, 3_500)
    assert funds(bee.tournament).total_cents == 0
    bee.do(c.PayPledge(TREASURER, 1, Method.CHEQUE, cheque="1042"))
    assert funds(bee.tournament).by_fund == {Fund.PLEDGE: 3_500}
    assert receipt(bee.tournament, 1).lines()[2:] == (
        "From Aunt May, for Owls",
        "pledge",
        "$35, cheque 1042, taken by Tess",
    )
    (due,) = pledges_due(bee.tournament)
    assert (due.paid_cents, due.left_cents) == (3_500, 0)
    bee.refused(c.PayPledge(TREASURER, 1, Method.CASH), "no-pledge-due")


def test_a_fixed_pledge_needs_no_team_and_may_be_paid_in_parts(bee: Desk) -> None:
    bee.do(c.MakePledge(TREASURER, "Rotary", fixed_cents=10_000))
    bee.do(c.PayPledge(TREASURER, 1, Method.CASH, 4_000))
    (due,) = pledges_due(bee.tournament)
    assert (due.cents, due.paid_cents, due.left_cents) == (10_000, 4_000, 6_000)
    bee.do(c.PayPledge(TREASURER, 1, Method.CARD))
    bee.do(c.ReverseMoney(TREASURER, 1, "the money was not there"))
    (due,) = pledges_due(bee.tournament)
    assert (due.paid_cents, due.left_cents) == (6_000, 4_000)
    bee.refused(c.PayPledge(TREASURER, 1, Method.TAB), "pledge-on-tab")


def test_a_pledge_is_edited_with_a_reason_and_withdrawn_only_while_nothing_is_paid(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.do(c.MakePledge(TREASURER, "Aunt May", owls, 5))
    bee.refused(c.ChangePledge(TREASURER, 1, "Aunt May", "", owls, 10), "no-reason")
    bee.refused(c.ChangePledge(TREASURER, 1, "Aunt May", "why", owls, 5), "nothing-changed")
    bee.refused(c.ChangePledge(TREASURER, 2, "Aunt May", "why", owls, 5), "no-such-pledge")
    bee.do(c.ChangePledge(TREASURER, 1, "Aunt May Lee", "she said 10 cents", owls, 10, 5_000))
    assert bee.tournament.pledges == (Pledge(owls, "Aunt May Lee", 10, 5_000),)
    bee.do(c.MakePledge(TREASURER, "Uncle Ben", fixed_cents=2_000))
    bee.do(c.PayPledge(TREASURER, 2, Method.CASH))
    bee.refused(c.WithdrawPledge(TREASURER, 2, "he left"), "pledge-paid")
    bee.do(c.ReverseMoney(TREASURER, 1, "he left"))
    bee.refused(c.WithdrawPledge(TREASURER, 2, " "), "no-reason")
    bee.do(c.WithdrawPledge(TREASURER, 2, "he left"))
    bee.refused(c.PayPledge(TREASURER, 2, Method.CASH), "pledge-withdrawn")
    assert [due.number for due in pledges_due(bee.tournament)] == [1]


def test_a_pledge_is_fixed_or_for_points_and_points_are_somebodys(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.refused(c.MakePledge(TREASURER, "May", owls), "one-kind-of-pledge")
    bee.refused(c.MakePledge(TREASURER, "May", owls, 5, fixed_cents=100), "one-kind-of-pledge")
    bee.refused(c.MakePledge(TREASURER, "May", cents_per_point=5), "whose-points")
    bee.refused(c.MakePledge(TREASURER, "May", 99, fixed_cents=5), "no-such-contender")
    bee.do(c.MakePledge(TREASURER, "May", owls, most_cents=50, fixed_cents=100))
    assert pledges_due(bee.tournament)[0].cents == 100  # a limit is for points alone


def test_a_receipt_names_the_donor_and_the_number_of_a_cheque(bee: Desk) -> None:
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 5_000, Method.CHEQUE, donor=" Ada Lee ", cheque="77"))
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 500, Method.CASH, bee.number("Owls"), "hat", "Ada Lee", "9"))
    assert [receipt(bee.tournament, line).lines()[2:5] for line in (1, 2)] == [
        ("From Ada Lee", "donation", "$50, cheque 77, taken by Tess"),
        ("From Ada Lee, for Owls", "donation: hat", "$5, cash, taken by Tess"),
    ]
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 100, Method.CASH, donor="ADA LEE"))
    assert funds(bee.tournament).by_donor == {"Ada Lee": 5_600}
    assert cash_cents(bee.tournament) == 600  # a cheque is not in the cash box


def test_a_line_is_corrected_with_a_reason_by_two_new_lines(bee: Desk) -> None:
    owls = bee.number("Owls")
    bee.do(c.TakeMoney(TREASURER, Fund.DONATION, 5_000, Method.CASH, donor="Ada Lee"))
    again = (Fund.DONATION, 500, Method.CASH)
    bee.refused(c.CorrectMoney(TREASURER, 1, *again, ""), "no-reason")
    bee.refused(
        c.CorrectMoney(TREASURER, 1, Fund.DONATION, 5_000, Method.CASH, "why", donor="Ada Lee"),
        "nothing-changed",
    )
    bee.do(c.CorrectMoney(TREASURER, 1, *again, "five, not fifty", owls, donor="Ada Lee"))
    lines = [(line.payment.cents, line.reverses) for line in bee.tournament.ledger]
    assert lines == [(5_000, None), (-5_000, 1), (500, None)]
    assert receipt(bee.tournament, 1).taken_back_by == 2
    assert funds(bee.tournament).by_donor == {"Ada Lee": 500}
    bee.refused(c.CorrectMoney(TREASURER, 1, *again, "again"), "reversed-already")
    bee.refused(c.CorrectMoney(TREASURER, 9, *again, "which"), "no-such-line")
    bee.do(c.BuyPeek("Walt", owls, "SIEVE", Method.CASH))
    bee.refused(c.CorrectMoney(TREASURER, 4, *again, "a gift"), "bought-line")


def test_a_corrected_payment_of_a_pledge_still_pays_it(bee: Desk) -> None:
    bee.do(c.MakePledge(TREASURER, "Rotary", fixed_cents=10_000))
    bee.do(c.PayPledge(TREASURER, 1, Method.CASH))
    bee.do(c.CorrectMoney(TREASURER, 1, Fund.PLEDGE, 9_000, Method.CARD, "it was 90", donor="Rotary"))
    (due,) = pledges_due(bee.tournament)
    assert (due.paid_cents, due.left_cents) == (9_000, 1_000)


def test_wrong_amounts_and_what_is_bought_otherwise_are_refused(bee: Desk) -> None:
    bee.refused(c.TakeMoney(TREASURER, Fund.DONATION, 0, Method.CASH), "bad-amount")
    bee.refused(c.TakeMoney(TREASURER, Fund.DONATION, -5, Method.CASH), "bad-amount")
    bee.refused(c.TakeMoney(TREASURER, Fund.DONATION, 10**12, Method.CASH), "bad-amount")
    bee.refused(c.TakeMoney(TREASURER, Fund.PEEK, 100, Method.CASH), "bought-otherwise")
    bee.refused(c.TakeMoney(TREASURER, Fund.DONATION, 100, Method.TAB), "no-tab")
    bee.refused(c.TakeMoney(TREASURER, Fund.DONATION, 100, Method.CASH, team=99), "no-such-contender")
    bee.refused(c.MakePledge(TREASURER, " ", bee.number("Owls"), 5), "no-name")
    bee.refused(c.SetTarget(TREASURER, 0), "bad-amount")
    bee.refused(c.CountCash(TREASURER, -1), "bad-amount")


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "$0"), (100, "$1"), (321_500, "$3,215"), (105, "$1.05"), (-250, "-$2.50")]
)
def test_cents_are_written_as_dollars(cents: int, text: str) -> None:
    assert dollars(cents) == text


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1_200),
        ("$12.50", 1_250),
        ("12,50", 1_250),
        ("1,234", 123_400),
        ("1,234.50", 123_450),
        (".05", 5),
        ("$.05", 5),
        ("10 cents", 10),
        ("5¢", 5),
        ("1 cent", 1),
        ("1 234,50 $", 123_450),
    ],
)
def test_an_amount_is_read_with_a_point_or_a_comma_before_the_cents(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["", ".", "$", "cents", "12,5", "1,23,456", "12.", "-5", "1234567890", "٣"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        cents_of(text)


def test_what_one_team_pays_lowers_its_own_tab_and_only_cash_comes_into_the_box(bee: Desk) -> None:
    owls, jays = map(bee.number, ("Owls", "Jays"))
    bee.do(c.BuyPeek("Walt", owls, "OCCURRED"))
    bee.do(c.BuyPeek("Walt", jays, "SIEVE"))
    bee.do(c.PayTab(TREASURER, owls, Method.CARD))
    assert [tab_cents(bee.tournament, team) for team in (owls, jays)] == [0, 100]
    assert cash_cents(bee.tournament) == 0
    bee.do(c.PayTab(TREASURER, jays, Method.CASH))
    assert (cash_cents(bee.tournament), funds(bee.tournament).tabs_cents) == (100, 0)

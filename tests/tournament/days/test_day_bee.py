"""The Bee's evening: nine Hare teams, six Tortoise teams, words, peeks, tiles, challenges, and $3,215."""

from dataclasses import replace

import pytest

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import WordsAnnounced
from wordwaiter.tournament.formats.choices import Prize
from wordwaiter.tournament.money.ledger import Fund, Method, dollars
from wordwaiter.tournament.money.treasury import funds, tab_cents
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.standings.awards import Medal, awards

HARES = ("Owls", "Jays", "Wrens", "Larks", "Robins", "Finches", "Crows", "Doves", "Terns")
TORTOISES = ("Snails", "Slugs", "Sloths", "Turtles", "Koalas", "Limpets")


def word(text: str, points: int) -> ChallengedWord:
    return ChallengedWord(text, parse_square("3C"), Direction.ACROSS, points)


def boards(desk: Desk, division: str, *totals: int) -> None:
    """The totals of a round that has ended, table by table, each with a member's initials."""
    played = desk.tournament.rounds_of(division)[-1]
    for sitting, total in zip(played.sittings, totals, strict=True):
        command = c.HandInSheet("Walt", division, played.number, sitting.table, (total,), sitting.sides)
        desk.do(command)


def begin(desk: Desk, division: str) -> None:
    desk.do(propose_round(desk.tournament, division, DIRECTOR, desk.rng).command)
    desk.confirm_words(division)
    desk.do(c.StartRound(DIRECTOR, division))


@pytest.mark.clause("bee-winners")
@pytest.mark.clause("bee-challenge")
@pytest.mark.clause("bee-hare-7")
@pytest.mark.clause("bee-peek")
def test_the_whole_evening() -> None:
    bee = Desk("ScrabbleBee")
    bee.open("Hare", "bee-hare")
    bee.open("Tortoise", "bee-tortoise")
    bee.enter("Hare", [team(name) for name in HARES])
    bee.enter("Tortoise", [team(name, *"ABCDE") for name in TORTOISES])
    owls, jays, wrens, larks = map(bee.number, HARES[:4])
    bee.do(c.SetTarget("Tess", 300_000))

    # The emcee announces; B&B cannot be made of tiles, and the software says so before the round.
    bee.do(c.ListSponsors("Emmy", ("ROTARY", "ACME", "B&B")))
    words = c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", "TURTLE", ("ROTARY", "ACME", "B&B"))
    bee.refused(words, "word-cannot-be-laid")
    (announced,) = bee.do(replace(words, anyway=True))
    assert isinstance(announced, WordsAnnounced)
    assert len(announced.warnings) == 1
    assert "B&B" in announced.warnings[0]
    bee.do(c.AnnounceWords("Emmy", "Tortoise", 1, "GLOW", "TURTLE", ("ROTARY", "ACME")))

    # Round 1. A team buys a peek: one dollar on its tab, the judge's answer is final.
    begin(bee, "Hare")
    begin(bee, "Tortoise")
    tables = [
        {each.table for each in bee.tournament.rounds_of(name)[0].sittings} for name in ("Hare", "Tortoise")
    ]
    assert tables == [set(range(1, 10)), set(range(10, 16))]
    bee.do(c.BuyPeek("Walt", jays, "OCCURRED"))
    bee.do(c.AnswerPeek("Judith", 1, good=True))
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    boards(bee, "Hare", 812, 790, 805, 640, 700, 655, 580, 720, 500)
    # The Owls' board has IRREGARDS: its 14 points change hands. A second challenge by the same team is
    # refused, and a third team challenges a good word: 25 off.
    bee.board("Hare", "Owls", word("IRREGARDS", 14))
    bee.board("Hare", "Jays", word("QUOTH", 22))
    bee.do(c.ChallengeBoardWord("Jays 3", 1, jays, owls, word("IRREGARDS", 14)))
    bee.do(c.RuleBoardWord("Judith", 1, jays, good=False, ground="in neither dictionary"))
    bee.refused(
        c.ChallengeBoardWord("Jays 1", 1, jays, wrens, word("THRUM", 12)),
        "no-challenge-left",
        "bee-challenge",
    )
    bee.do(c.ChallengeBoardWord("Wrens 1", 1, wrens, jays, word("QUOTH", 22)))
    bee.do(c.RuleBoardWord("Judith", 1, wrens, good=True))
    bee.do(c.CloseRound(DIRECTOR, "Hare"))
    assert [bee.values("Hare", name)[0][0] for name in HARES[:3]] == [798, 804, 780]

    # Round 2: twenty tiles out; one tile for 5 dollars, and a total buy-back for 150.
    bee.do(c.AnnounceWords("Emmy", "Hare", 2, "READER", "SNAIL", ("ROTARY",)))
    begin(bee, "Hare")
    bee.do(c.BuyTiles("Walt", owls, 1, Method.CASH))
    bee.do(c.BuyAllTiles("Walt", larks))
    removed = bee.tournament.round("Hare", 2).removed
    assert (removed[owls], removed[larks], removed[jays]) == (19, 0, 20)
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    boards(bee, "Hare", 610, 600, 590, 700, 550, 500, 480, 470, 400)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))

    # Round 3: ten tiles out, but for the team that has paid for all.
    begin(bee, "Hare")
    removed = bee.tournament.round("Hare", 3).removed
    assert (removed[owls], removed[larks]) == (10, ())
    bee.do(c.CallRoundTime("Emmy", "Hare"))
    boards(bee, "Hare", 500, 504, 538, 560, 450, 420, 400, 390, 300)
    bee.do(c.CloseRound(DIRECTOR, "Hare"))

    # Owls 798 + 610 + 500, Jays 804 + 600 + 504, Wrens 780 + 590 + 538, Larks 640 + 700 + 560.
    assert bee.ranks("Hare")[:4] == [(1, "Jays"), (1, "Owls"), (1, "Wrens"), (4, "Larks")]
    assert [bee.values("Hare", name)[0][0] for name in HARES[:4]] == [1908, 1908, 1908, 1900]
    medals = [award for award in awards(bee.tournament, "Hare") if isinstance(award.what, Medal)]
    assert [(award.what, award.name, len(award.recipients)) for award in medals] == [
        (Medal.GOLD, "Jays", 4),
        (Medal.GOLD, "Owls", 4),
        (Medal.GOLD, "Wrens", 4),
    ]
    prizes = {award.what: award.name for award in awards(bee.tournament, "Hare")}
    # The three winners have theirs: of the others, the Doves' 720 is the best board.
    assert prizes[Prize.HIGH_GAME] == "Doves"
    assert prizes[Prize.MOST_TILES_BOUGHT] == "Larks"

    # The Tortoises play one game that counts, and another for fun.
    bee.do(c.CallRoundTime(DIRECTOR, "Tortoise"))
    boards(bee, "Tortoise", 611, 640, 580, 640, 500, 499)
    bee.do(c.CloseRound(DIRECTOR, "Tortoise"))
    begin(bee, "Tortoise")
    bee.do(c.CallRoundTime(DIRECTOR, "Tortoise"))
    boards(bee, "Tortoise", 900, 100, 100, 100, 100, 100)
    bee.do(c.CloseRound(DIRECTOR, "Tortoise"))
    assert bee.ranks("Tortoise")[:3] == [(1, "Slugs"), (1, "Turtles"), (3, "Snails")]

    # The money: peek 1, tile 5, all tiles 150; then sponsors, a hat, and a mistake that is taken back.
    assert tab_cents(bee.tournament, larks) == 15_000
    bee.do(c.PayTab("Tess", larks, Method.CARD))
    bee.do(c.TakeMoney("Tess", Fund.SPONSOR, 250_000, Method.CARD, note="Rotary"))
    bee.do(c.TakeMoney("Tess", Fund.DONATION, 559_00, Method.CASH, note="the hat"))
    bee.do(c.TakeMoney("Tess", Fund.DONATION, 5_000, Method.CASH, note="twice"))
    bee.do(c.ReverseMoney("Tess", 6, "written twice"))
    told = funds(bee.tournament)
    assert dollars(told.total_cents) == "$3,215"
    assert told.target_cents is not None
    assert told.total_cents > told.target_cents
    assert told.by_fund == {
        Fund.PEEK: 100,
        Fund.TILES: 500,
        Fund.ALL_TILES: 15_000,
        Fund.SPONSOR: 250_000,
        Fund.DONATION: 55_900,
    }
    assert told.by_team == {jays: 100, owls: 500, larks: 15_000, None: 305_900}
    bee.do(c.CountCash("Tess", 56_400))
    assert bee.tournament.cash_counts[-1].difference_cents == 0
    bee.check_told_again()

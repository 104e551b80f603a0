"""What an event prints besides its rounds: rules, standings, people, money, the day."""

import re
from dataclasses import replace
from datetime import timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest

from paper.reading import LONG_NAME, LONG_WORD, NOW_MS, example, printed, renamed, squeezed
from wordwaiter.errors import MalformedError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.paper import (
    Document,
    Paper,
    PlayedGame,
    Sheet,
    certificates,
    game_sheets,
    name_badges,
    pdf,
    receipts,
    rule_sheet_document,
    standings_sheet,
    table_tents,
    timetable_sheet,
    treasurers_report,
)
from wordwaiter.paper.languages import in_language
from wordwaiter.picture import film_of
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.rulebooks.english import rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.tournament.formats.choices import Prize
from wordwaiter.tournament.money.ledger import Fund, Method, Payment, TabPayment, dollars
from wordwaiter.tournament.money.treasury import funds, tab_cents, tab_payment_of
from wordwaiter.tournament.standings.awards import ceremony
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Slot, SlotKind, Tournament
from wordwaiter.web.words.sentences import on_paper

GAMES = Path(__file__).parent.parent / "notation" / "games" / "tidy"
RECORD = read_gcg((GAMES / "complete.gcg").read_bytes(), "complete.gcg").record
CLUB = shipped_rulebook("club")
GAME = PlayedGame(RECORD, CLUB, "Round 2, table 7")
HOUR_MS = 3_600_000


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_rule_sheet_has_every_sentence_in_the_order_of_a_day_and_no_codes(name: str) -> None:
    rulebook = shipped_rulebook(name)
    sheet = rule_sheet(rulebook)
    paper = printed(rule_sheet_document(rulebook))
    text = squeezed(paper.text)
    place = 0
    for section in sheet.sections:
        place = text.index(squeezed(section.title), place)
        for sentence in section.sentences:
            assert squeezed(sentence.text) in text
    for reading in sheet.readings:
        assert squeezed(reading.text) in text
    for clause in catalogue().clauses:
        assert clause.id not in paper.text
    assert not paper.outside


@pytest.mark.clause("iowa-13")
def test_a_small_number_leads_to_how_a_rule_was_read() -> None:
    readings = rule_sheet(shipped_rulebook("iowa")).readings
    number = 1 + [each.clause for each in readings].index("iowa-13")
    text = squeezed(printed(rule_sheet_document(shipped_rulebook("iowa"))).text)
    assert squeezed(f"The centre is pink.{number}") in text
    assert squeezed(f"{number} A double and a triple in one word give 6 times.") in text


def test_a_rule_sheet_in_large_print_has_more_pages_and_loses_nothing() -> None:
    document = rule_sheet_document(shipped_rulebook("bee-tortoise"))
    usual, large = printed(document), printed(document, Sheet(Paper.LETTER, large=True))
    assert len(large.pages) > len(usual.pages)
    text = squeezed(large.text)
    for section in rule_sheet(shipped_rulebook("bee-tortoise")).sections:
        assert all(squeezed(sentence.text) in text for sentence in section.sentences)
    assert not large.outside


# ---------------------------------------------------------------- standings


@pytest.mark.parametrize("wanted", [Example.IOWA, Example.ONTARIO, Example.BEE, Example.GRAND_ISLAND])
def test_standings_have_every_entrant_with_rank_and_values(wanted: Example) -> None:
    tournament = example(wanted)
    paper = printed(standings_sheet(tournament))
    for division in tournament.divisions:
        for line in standings(tournament, division).lines:
            first = line.values[0][0]
            assert line.name in paper.text
            if line.rank is not None and wanted is Example.BEE and first:
                assert f"{line.rank} {line.name} {first}" in paper.text
    assert "provisional" in paper.text
    assert not paper.outside


def test_spreads_have_their_sign_and_a_defaulter_the_reason() -> None:
    iowa = printed(standings_sheet(example(Example.IOWA))).text
    first = standings(example(Example.IOWA), "55-64").lines[0]
    assert f"1 {first.name} {first.values[0][0] // 2} +{first.values[1][0]} {first.values[2][0]}" in iowa
    assert "−" in iowa
    ontario = printed(standings_sheet(example(Example.ONTARIO)))
    assert "not ranked: Xenia Ivesdale defaulted (went home ill)" in ontario.text
    assert "ontario-a" not in ontario.text  # a code leads nowhere on paper


def test_standings_as_they_were_after_a_round() -> None:
    text = printed(standings_sheet(example(Example.IOWA), ["65+"], 1)).text
    assert "65+, after round 1" in text
    assert "55-64" not in text
    assert "provisional" not in text


@pytest.mark.parametrize("number", [-1, 0, 9])
def test_standings_after_a_round_that_was_not_played_are_refused(number: int) -> None:
    with pytest.raises(MalformedError) as refused:
        standings_sheet(example(Example.IOWA), None, number)
    assert refused.value.code == "no-such-round"


# ---------------------------------------------------------------- people


def test_each_person_with_a_medal_or_prize_has_a_certificate_of_their_own() -> None:
    ontario = example(Example.ONTARIO)
    paper = printed(certificates(ontario))
    people = [(award, person) for award in ceremony(ontario) for person in award.recipients]
    assert len(paper.pages) == len(people) == 6
    places = {"gold": "First place", "silver": "Second place", "bronze": "Third place"}
    for page, (award, person) in zip(paper.pages, people, strict=True):
        assert person in page
        assert award.what.value.capitalize() in page
        assert f"{places[award.what.value]} · Open" in page
    # Landscape, on either paper.
    assert set(paper.sizes) == {(842, 595)}
    assert set(printed(certificates(ontario), Sheet(Paper.LETTER)).sizes) == {(792, 612)}


def test_certificates_and_receipts_name_the_day_in_words() -> None:
    ontario = replace(example(Example.ONTARIO), date="2026-11-18", venue="Grange Hall")
    assert "November 18, 2026 · Grange Hall" in printed(certificates(ontario)).pages[0]
    bee = example(Example.BEE)
    (page,) = printed(receipts(bee, [1])).pages
    assert re.search(r"[A-Z][a-z]+ \d+, 20\d\d, \d\d:\d\d", page)


def test_a_side_prize_has_a_certificate_too() -> None:
    tournament = example(Example.GRAND_ISLAND)
    pages = printed(certificates(tournament)).pages
    prizes = [award for award in ceremony(tournament) if isinstance(award.what, Prize)]
    assert prizes
    people = [(award, person) for award in prizes for person in award.recipients]
    # Prizes are handed out before the medals.
    for page, (award, person) in zip(pages, people, strict=False):
        assert f"High game awarded to {person} {award.name}" in page
        assert f"Teams · {award.why}" in page


def test_badges_are_for_people_and_not_for_teams() -> None:
    bee = example(Example.BEE)
    paper = printed(name_badges(bee))
    people = [name for entrant in bee.entrants.values() for name in entrant.recipients]
    assert len(people) == 60
    assert len(paper.pages) == 6
    assert [person for person in people if person not in paper.text] == []
    assert len(printed(name_badges(bee, ["Hare"]), Sheet(large=True)).pages) == 9


def test_a_tent_has_its_number_on_both_sides() -> None:
    paper = printed(table_tents("Iowa Senior Olympics", [7, 12], "http://192.168.1.20:8080"))
    assert len(paper.pages) == 2
    assert paper.pages[1].split().count("12") == 2
    assert paper.pages[0].count("http://192.168.1.20:8080") == 2


@pytest.mark.long
@pytest.mark.parametrize("name", [LONG_NAME, LONG_WORD], ids=["words", "one word"])
@pytest.mark.parametrize("sheet", [Sheet(), Sheet(Paper.LETTER, large=True)], ids=["A4", "large"])
def test_a_long_name_is_whole_wherever_people_are_named(name: str, sheet: Sheet) -> None:
    ontario = renamed(example(Example.ONTARIO), [name] * 12)
    bee = renamed(example(Example.BEE), [name] * 15)
    documents: list[Document] = [
        certificates(ontario),
        name_badges(ontario),
        standings_sheet(ontario),
        treasurers_report(bee),
        receipts(bee, [2, 3]),
    ]
    for document in documents:
        found = printed(document, sheet)
        assert squeezed(name) in squeezed(found.text), document.title
        assert not found.outside, document.title


@pytest.mark.parametrize("name", [LONG_WORD, "漢" * 60], ids=["Welsh", "Chinese"])
def test_a_long_name_without_a_space_goes_on_in_the_next_line_and_stays_legible(name: str) -> None:
    document = name_badges(renamed(example(Example.ONTARIO), [name]))
    file = pypdfium2.PdfDocument(pdf(document))
    try:
        words = file[0].get_textpage()
        text = words.get_text_range()
        heights = [
            top - bottom
            for index in range(len(text))
            if text[index] == name[0]
            for _, bottom, _, top in [words.get_charbox(index)]
        ]
    finally:
        file.close()
    # Capitals of 10 points, and characters of 6: what a hand's length away can be read.
    assert max(heights) > 5.5


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (lambda empty: certificates(empty), "no-awards"),
        (lambda empty: name_badges(empty), "nobody-entered"),
        (lambda empty: timetable_sheet(empty), "no-timetable"),
        (lambda empty: treasurers_report(empty), "no-money"),
        (lambda empty: receipts(empty, [1]), "no-money"),
        (lambda empty: standings_sheet(empty, after_round=1), "no-such-round"),
        (lambda _: table_tents("", []), "no-tables"),
        (lambda _: game_sheets("", []), "no-games"),
    ],
)
def test_what_is_not_there_cannot_be_printed(document: object, code: str) -> None:
    assert callable(document)
    with pytest.raises(MalformedError) as refused:
        document(Tournament("Empty", "", "", 0, 0, 0))
    assert refused.value.code == code


# ---------------------------------------------------------------- money and the day


def test_the_treasurers_report_adds_up_to_the_funds() -> None:
    bee = example(Example.BEE)
    found = funds(bee)
    text = printed(treasurers_report(bee)).text
    assert f"{dollars(found.total_cents)} raised of $3,000 hoped for" in text
    assert f"Together {dollars(found.total_cents)}" in text
    for fund, cents in found.by_fund.items():
        assert f"{fund.value.replace('-', ' ').capitalize()} {dollars(cents)}" in text
    assert f"Cash that must be in the box {dollars(found.cash_cents)}" in text
    for line in bee.ledger:
        assert f"{line.number} " in text
        assert line.payment.note in text
    assert "Treasurer" in text


def test_a_receipt_tells_who_paid_what_for_what() -> None:
    paper = printed(receipts(example(Example.BEE), [1, 2, 3, 4]))
    assert len(paper.pages) == 2
    assert "Receipt 1 $1,500 For Sponsor: Rotary Paid Card Taken by Tess" in paper.pages[0]
    assert "Receipt 3 $5 From Owls For Tiles: 1 of round 2: I Paid Cash" in paper.pages[0]


def test_what_is_on_a_tab_has_a_bill_and_no_receipt() -> None:
    (page,) = printed(receipts(example(Example.BEE), [2])).pages
    assert "Bill 2 $1 From Jays For Peek Paid Not yet: it is on the tab Taken by Walt" in page
    assert "Receipt" not in page


def test_a_gift_for_a_team_names_the_donor_in_french_too() -> None:
    bee = example(Example.BEE)
    team = bee.ledger[1].payment.team
    gift = replace(bee.ledger[0], payment=Payment(Fund.DONATION, 500, Method.CASH, team, donor="Ada Lee"))
    told = in_language(receipts(replace(bee, ledger=(gift,)), [1]), "fr", partial(on_paper, "fr"))
    (page,) = printed(told).pages
    assert "De Ada Lee, pour Jays Pour Don Payé Comptant Reçu par Tess" in page


def test_a_receipt_and_the_report_say_when_a_tab_was_paid_and_who_took_it() -> None:
    bee = example(Example.BEE)
    team = bee.ledger[1].payment.team
    assert team is not None
    paid = TabPayment(team, tab_cents(bee, team), Method.CASH, "Wanda", bee.ledger[-1].at_ms + HOUR_MS)
    settled = replace(bee, tab_payments=(*bee.tab_payments, paid))
    (page,) = printed(receipts(settled, [2])).pages
    assert re.search(r"Receipt 2 .* Paid Cash, [A-Z][a-z]+ \d+, 20\d\d, \d\d:\d\d Taken by Walt", page)
    report = printed(treasurers_report(settled)).text
    assert re.search(rf"Tabs paid .* \d\d:\d\d Jays Cash Wanda \{dollars(paid.cents)}", report)
    later = replace(bee.ledger[1], at_ms=paid.at_ms + 1)
    assert tab_payment_of(settled, later) is None


@pytest.mark.parametrize("lines", [(), (0,), (99,)])
def test_a_receipt_for_no_line_of_the_ledger_is_refused(lines: tuple[int, ...]) -> None:
    with pytest.raises(MalformedError) as refused:
        receipts(example(Example.BEE), lines)
    assert refused.value.code == "no-such-line"


def test_the_timetable_is_told_by_the_clock_of_the_room() -> None:
    slots = (
        Slot("Check-in", SlotKind.OTHER, NOW_MS, HOUR_MS),
        Slot("Round 1", SlotKind.ROUND, NOW_MS + HOUR_MS, HOUR_MS),
    )
    document = timetable_sheet(replace(example(Example.IOWA), timetable=slots), timezone(timedelta(hours=-6)))
    assert "10:26 – 11:26 Check-in 11:26 – 12:26 Round 1" in printed(document).text


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("sheet", [Sheet(), Sheet(Paper.LETTER, large=True)], ids=str)
def test_a_filled_score_sheet_has_every_turn_and_the_totals(sheet: Sheet) -> None:
    paper = printed(game_sheets("Iowa Senior Olympics", [GAME]), sheet)
    (page,) = paper.pages
    assert "Iowa Senior Olympics · Round 2, table 7" in page
    assert "Ada 472" in page
    assert "Bo 333" in page
    assert "D8 (P)ACKER" in page, "the whole word, and not as programs write it"
    for number, (entry, shot) in enumerate(
        zip(RECORD.moves[:-1], film_of(RECORD, CLUB)[1:-1], strict=True), 1
    ):
        rack = "".join(entry.rack or ())
        name = RECORD.players[entry.player].name
        assert squeezed(f"{number} {name} {rack} {shot.told} {entry.total}") in squeezed(page)
    assert "30 Ada UUU on the other rack +6 472" in page
    assert not paper.outside


def test_the_places_that_have_a_medal_are_marked_on_the_standings() -> None:
    tournament = example(Example.IOWA)
    for name in tournament.divisions:
        sections: Any = standings_sheet(tournament, [name]).data["sections"]
        ranked = [line for line in standings(tournament, name).lines if line.games and line.rank is not None]
        groups = [group.entrants for group in tournament.division(name).groups]
        fields = [[line for line in ranked if line.entrant in group] for group in groups] or [ranked]
        wanted = {line.name for field in fields for line in field[:3]}
        marked = [row["cells"][1] for section in sections for row in section["rows"] if row["mark"]]
        assert set(marked) == wanted, "three of each age group, nobody of whom is level with a fourth"

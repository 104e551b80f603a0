"""An event's papers as PDF files through Typst, and the closing pack.

Each function gives a `Document`, from values alone; `pdf(document, sheet)` gives its file.
"""

from wordwaiter.paper.closing_pack import closing_pack
from wordwaiter.paper.event import BoardPlayed, Event, event_of
from wordwaiter.paper.game_sheets import PlayedGame, game_sheets
from wordwaiter.paper.links import table_pages
from wordwaiter.paper.money import receipts, treasurers_report
from wordwaiter.paper.people import certificates, name_badges, table_tents
from wordwaiter.paper.press import press_paragraph
from wordwaiter.paper.public import for_everybody
from wordwaiter.paper.rule_sheets import event_rule_sheet, rule_sheet_document
from wordwaiter.paper.score_cards import Address, score_cards
from wordwaiter.paper.score_sheets import blank_score_sheet, score_sheets
from wordwaiter.paper.sizes import usual_paper
from wordwaiter.paper.sponsors import sponsor_report, sponsors_shown
from wordwaiter.paper.tally_sheets import blank_tally_sheet, tally_sheets
from wordwaiter.paper.typesetting import A4, Document, Paper, Sheet, page_pictures, pdf, unprintable
from wordwaiter.paper.walls import pairings_by_name, pairings_by_table, standings_sheet, timetable_sheet
from wordwaiter.paper.wishes import ABOUT_WORDS, Printable, Wish, document_for

__all__ = [
    "A4",
    "ABOUT_WORDS",
    "Address",
    "BoardPlayed",
    "Document",
    "Event",
    "Paper",
    "PlayedGame",
    "Printable",
    "Sheet",
    "Wish",
    "blank_score_sheet",
    "blank_tally_sheet",
    "certificates",
    "closing_pack",
    "document_for",
    "event_of",
    "event_rule_sheet",
    "for_everybody",
    "game_sheets",
    "name_badges",
    "page_pictures",
    "pairings_by_name",
    "pairings_by_table",
    "pdf",
    "press_paragraph",
    "receipts",
    "rule_sheet_document",
    "score_cards",
    "score_sheets",
    "sponsor_report",
    "sponsors_shown",
    "standings_sheet",
    "table_pages",
    "table_tents",
    "tally_sheets",
    "timetable_sheet",
    "treasurers_report",
    "unprintable",
    "usual_paper",
]

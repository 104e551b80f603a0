"""Draws the pictures of docs/guide/paper.md from the shipped examples: python tools/gallery.py"""

import io
from dataclasses import replace

from PIL import Image

from reference_pages.citations import ROOT
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.paper import (
    A4,
    Document,
    Paper,
    PlayedGame,
    Sheet,
    blank_tally_sheet,
    certificates,
    game_sheets,
    name_badges,
    page_pictures,
    pairings_by_name,
    pairings_by_table,
    receipts,
    rule_sheet_document,
    score_cards,
    score_sheets,
    standings_sheet,
    table_pages,
    table_tents,
    timetable_sheet,
    treasurers_report,
)
from wordwaiter.picture import (
    BoardPicture,
    Moving,
    RackPicture,
    ScoreGraph,
    ShareCard,
    Theme,
    animate,
    film_of,
    funds_chart,
    scores_chart,
)
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.tournaments.examples import Example, example_facts
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.state import Tournament

GALLERY = ROOT / "docs" / "gallery"
GAME = ROOT / "tests" / "notation" / "games" / "tidy" / "complete.gcg"
NOW_MS = 1_773_500_000_000
PPI = 72
COLOURS = 128


def example(wanted: Example) -> Tournament:
    """One of the examples."""
    first, *others = example_facts(wanted, NOW_MS)
    if not isinstance(first, TournamentOpened):
        raise SystemExit("an example begins with its opening")
    tournament = opened(first)
    for fact in others:
        tournament = evolve(tournament, fact)
    return tournament


def keep(name: str, content: bytes, colours: int = COLOURS) -> None:
    """Keep a picture with few colours, which makes its file small."""
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    few = picture.quantize(colours, dither=Image.Dither.NONE)
    few.save(GALLERY / f"{name}.png", optimize=True)


def page(name: str, document: Document, sheet: Sheet = A4, number: int = 0) -> None:
    """Keep one page of a document."""
    keep(name, page_pictures(document, sheet, PPI)[number], 32)


def main() -> None:
    """Draw them all."""
    GALLERY.mkdir(exist_ok=True)
    club = shipped_rulebook("club")
    record = read_gcg(GAME.read_bytes(), GAME).record
    film = film_of(record, club)
    shot = film[14]
    for theme in (Theme.LIGHT, Theme.DARK, Theme.PROJECTOR, Theme.LARGE_PRINT):
        board = BoardPicture(shot.board, shot.last, theme, 324, shot.headline, shot.note)
        keep(f"board-{theme.value}", board.png())
    tiles = club.table.tile_set
    keep("rack", RackPicture(parse_rack("AEIQRT?", tiles), tiles, width=288).png())
    keep("share-card", ShareCard(film[-4], "Iowa Senior Olympics, round 3, table 4").png())
    keep("score-graph", ScoreGraph(film, width=540).png())
    (GALLERY / "game.webp").write_bytes(animate(film, Moving.WEBP, width=324))

    iowa, ontario, bee = map(example, (Example.IOWA, Example.ONTARIO, Example.BEE))
    keep("scores", scores_chart(iowa, "65+", width=540).png())
    keep("funds", funds_chart(bee, width=540).png())
    dated = replace(ontario, name="55+ doubles", date="14 March 2026", venue="Guelph")
    rules = shipped_rulebook("ontario")
    address = table_pages("http://192.168.1.20:8080", "tournament-1", dated)
    page("score-cards", score_cards(dated, "Open", 3, rules, address))
    page("score-sheet", score_sheets(dated, "Open", 3, rules))
    page("tally-sheet", blank_tally_sheet(shipped_rulebook("bee-hare")))
    page("tally-sheet-words", blank_tally_sheet(shipped_rulebook("bee-hare")), number=1)
    page("rules", rule_sheet_document(shipped_rulebook("iowa")))
    page("pairings-by-name", pairings_by_name(iowa, "65+", 2))
    page("pairings-by-table", pairings_by_table(dated, "Open", 2), Sheet(Paper.LETTER))
    page("standings", standings_sheet(iowa), Sheet(large=True))
    page("tents", table_tents("55+ doubles", [7], "http://192.168.1.20:8080"))
    page("badges", name_badges(bee))
    page("certificate", certificates(dated), number=-1)
    page("receipts", receipts(bee, [1, 2, 3]))
    page("treasurers-report", treasurers_report(bee))
    page("timetable", timetable_sheet(iowa))
    page("filled-sheet", game_sheets("Iowa Senior Olympics", [PlayedGame(record, club, "Round 2, table 7")]))
    kept = sum(path.stat().st_size for path in GALLERY.iterdir())
    print(f"{len(list(GALLERY.iterdir()))} pictures, {kept:,} bytes in docs/gallery")


if __name__ == "__main__":
    main()

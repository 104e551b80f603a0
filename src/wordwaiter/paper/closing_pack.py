"""The closing pack: everything that belongs to the end of an event, in one ZIP file."""

import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, tzinfo
from functools import partial
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.table import Table
from wordwaiter.lexicon.folders import is_device_name
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.paper.event import Event
from wordwaiter.paper.game_sheets import game_sheets
from wordwaiter.paper.money import receipts, treasurers_report
from wordwaiter.paper.people import certificates
from wordwaiter.paper.press import press_paragraph
from wordwaiter.paper.rule_sheets import event_rule_sheet
from wordwaiter.paper.sponsors import sponsor_report
from wordwaiter.paper.typesetting import A4, Document, Sheet, pdf, unprintable
from wordwaiter.paper.walls import standings_sheet
from wordwaiter.picture.board import BoardPicture
from wordwaiter.picture.charts import funds_chart, scores_chart
from wordwaiter.tournament.files.exports import ledger_csv, results_csv, standings_csv
from wordwaiter.tournament.files.t_file import t_text
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.formats.choices import Players
from wordwaiter.tournament.state import Tournament

_OLDEST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the pack: the same event gives the same pack, byte by byte."""

Part = tuple[str, bytes]
"""A file of the pack: its name and what is in it."""


def closing_pack(
    event: Event,
    journal_lines: Iterable[bytes] = (),
    log: Iterable[str] = (),
    sheet: Sheet = A4,
    zone: tzinfo = UTC,
    *,
    head: str = "",
) -> bytes:
    """The pack as a ZIP file; what the event does not have is left out, and the README says so.

    `head` is the seal of the journal: whoever keeps the pack can see that nothing was rewritten since.
    """
    parts: list[Part] = []
    absent: list[str] = []
    boxes: dict[str, str] = {}
    for name, make in _documents(event, zone):
        try:
            document = make()
        except MalformedError as nothing:
            absent.append(f"{name}: {nothing}")
            continue
        parts.append((name, pdf(document, sheet)))
        if lacking := unprintable(document):
            boxes[name] = lacking
    parts += _tables(event)
    parts += _games(event)
    parts += _pictures(event, zone)
    parts.append(("press.txt", _text([press_paragraph(event)])))
    parts += _rating_files(event.rated)
    parts += _kept_private(event.tournament, log, journal_lines)
    absent += _untold_games(event)
    readme = _readme(event, [name for name, _ in parts], absent, boxes)
    parts.insert(0, ("README.txt", _text((*readme, *_sealed(head)))))
    return _zipped(parts)


def _documents(event: Event, zone: tzinfo) -> Iterator[tuple[str, Callable[[], Document]]]:
    tournament = event.tournament
    yield "standings.pdf", lambda: standings_sheet(event.public)
    yield "games.pdf", lambda: game_sheets(tournament.name, event.games)
    yield "sponsors.pdf", lambda: sponsor_report(event)
    yield "private/certificates.pdf", lambda: certificates(tournament)
    yield "private/treasurers-report.pdf", lambda: treasurers_report(tournament, zone)
    if tournament.ledger:
        every = range(1, len(tournament.ledger) + 1)
        yield "private/receipts.pdf", lambda: receipts(tournament, every, zone)
    for rulebook in sorted({each.rulebook for each in tournament.divisions.values()}):
        yield f"rules-{file_name(rulebook)}.pdf", partial(_rules, event, rulebook)


def _rules(event: Event, rulebook: str) -> Document:
    tournament = event.tournament
    divisions = [name for name, each in tournament.divisions.items() if each.rulebook == rulebook]
    return event_rule_sheet(event.rulebooks(rulebook), tournament, divisions)


def _tables(event: Event) -> Iterator[Part]:
    """Results and standings as CSV, as the public may see them."""
    tournament = event.public
    for name in tournament.divisions:
        yield f"results/results-{file_name(name)}.csv", results_csv(tournament, name).encode()
        yield f"results/standings-{file_name(name)}.csv", standings_csv(tournament, name).encode()


def _games(event: Event) -> Iterator[Part]:
    """Every game of turns as GCG, every built board as text and as a picture."""
    for each, game in event.told_games():
        yield f"games/{file_name(each.where)}.gcg", write_gcg(game.record)
    for each in event.public_boards:
        if not isinstance(each.played, Table) and not each.board.is_empty:
            yield f"boards/{file_name(each.where)}.txt", f"{each.board.text()}\n".encode()
            picture = BoardPicture(each.board, headline=", ".join(each.names), note=each.where)
            yield f"boards/{file_name(each.where)}.svg", picture.svg().encode()


def _pictures(event: Event, zone: tzinfo) -> Iterator[Part]:
    for name in event.public.divisions:
        if event.public.rounds_of(name):
            chart = scores_chart(event.public, name)
            yield f"pictures/scores-{file_name(name)}.svg", chart.svg().encode()
    if event.tournament.ledger:
        yield "pictures/funds.svg", funds_chart(event.tournament, zone).svg().encode()


def _rating_files(tournament: Tournament) -> Iterator[Part]:
    """Yields the files a rating officer wants, for divisions of players who met; with full names."""
    rated = [
        name
        for name, each in tournament.divisions.items()
        if isinstance(each.format.entry.kind, Players) and each.format.sides_at_a_table == 2
        if tournament.rounds_of(name)
    ]
    for name in rated:
        yield f"private/ratings/{file_name(name)}.t", t_text(tournament, name).encode()
    with suppress(MalformedError):  # without a date, or with a score of four digits, nobody could rate it
        if rated:
            yield "private/ratings/results.tou", tou_text(tournament, tuple(rated)).encode()


def _kept_private(
    tournament: Tournament, log: Iterable[str], journal_lines: Iterable[bytes]
) -> Iterator[Part]:
    """Yields the files for the organisers alone: who gave what, and everything people told of themselves."""
    if tournament.ledger:
        yield "private/ledger.csv", ledger_csv(tournament).encode()
    if lines := list(log):
        yield "private/log.txt", _text(lines)
    if journal := b"".join(journal_lines):
        yield "private/journal.jsonl", journal


def _untold_games(event: Event) -> list[str]:
    told = {each.place for each, _ in event.told_games()}
    return [
        f"games/{file_name(each.where)}.gcg: no record can tell this game, since turns were entered "
        "as points only or it began from a position"
        for each in event.boards
        if isinstance(each.played, Table) and each.played.turns and each.place not in told
    ]


def _readme(event: Event, names: list[str], absent: list[str], boxes: dict[str, str]) -> Iterator[str]:
    yield event.tournament.name
    yield ""
    yield from names
    yield ""
    yield "What is in private/ is for the organisers: full names also of those who asked for initials (each"
    yield "certificate is for its owner), who paid what, and all that people told of themselves. Everything"
    yield "else may be given to anybody."
    if "private/journal.jsonl" in names:
        yield "The journal is read again with: wordwaiter journal import private/journal.jsonl --db copy.db"
    if absent:
        yield ""
        yield "Not in here:"
        yield from absent
    if boxes:
        yield ""
        yield "No font on this machine has these letters, so they are printed as empty boxes. The packages"
        yield "fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji bring fonts that have them."
        yield from (f"{name}: {letters}" for name, letters in boxes.items())


def _sealed(head: str) -> Iterator[str]:
    if head:
        yield ""
        yield f"Proof code: {head}"
        yield f"It shows that nothing was changed since: wordwaiter journal verify --head {head}"


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode(errors="replace")


def file_name(text: str) -> str:
    """A name that every system takes for a file: letters and digits of any script, with hyphens between."""
    kept = re.sub(r"[^\w+]+", "-", unicodedata.normalize("NFC", text)).strip("-")
    return f"{kept[:80]}-" if is_device_name(kept) else kept[:80] or "unnamed"


def _zipped(parts: Iterable[Part]) -> bytes:
    file = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(_distinct(name, taken), _OLDEST), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _distinct(name: str, taken: set[str]) -> str:
    """The name, with a number where two divisions differ in signs that no file's name can have."""
    stem, _, ending = name.rpartition(".")
    number, distinct = 2, name
    while distinct.casefold() in taken:
        distinct = f"{stem}-{number}.{ending}"
        number += 1
    taken.add(distinct.casefold())
    return distinct

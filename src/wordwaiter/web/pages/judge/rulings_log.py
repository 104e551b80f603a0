"""The log of rulings for the director: a page to read and print, and a table to download."""

from typing import Final

from litestar import Request, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.service.context import Context
from wordwaiter.service.judging.rulings import Ruling, ground_sentence, read_rulings
from wordwaiter.store.facts import write_time
from wordwaiter.tournament.files.csv_text import Listing
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.guards import the_rulings
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.render.templates import page

PlainRequest = Request[None, None, State]

SHOWN: Final = 200
"""Rulings on the page; the downloads have all of them."""


@get("/judge/log", sync_to_thread=True)
def show_log(request: PlainRequest, context: NamedDependency[Context]) -> Response[str]:
    """The newest rulings, newest first."""
    rulings = read_rulings(context, device_of(request), newest=SHOWN)
    return page(
        request,
        "log.html",
        rulings=rulings[::-1],
        ground_sentence=ground_sentence,
        shown=SHOWN,
    )


@get("/judge/log.csv", sync_to_thread=True)
def download_log(request: PlainRequest, context: NamedDependency[Context]) -> Response[str]:
    """All rulings as a table for a spreadsheet, oldest first."""
    rows = [_row(ruling) for ruling in read_rulings(context, device_of(request))]
    return Response(
        Listing(_HEADINGS, rows).csv(),
        media_type="text/csv",
        headers={"Content-Disposition": 'attachment; filename="rulings.csv"'},
    )


_HEADINGS: Final = (
    "number", "time", "verdict", "words", "grounds", "lists", "hashes", "longest", "address",
)  # fmt: skip

log_routes = Routes("/", route_handlers=[show_log, download_log], opt={"who": the_rulings})


def _row(ruling: Ruling) -> tuple[object, ...]:
    bad = [word for word in ruling.words if word.ground is not None]
    return (
        ruling.number,
        write_time(ruling.time),
        "good" if ruling.good else "not good",
        " ".join(word.word for word in ruling.words),
        "; ".join(f"{word.word} {ground_sentence(word.ground or '')}" for word in bad),
        " ".join(used.name for used in ruling.lists),
        " ".join(used.hash for used in ruling.lists),
        "" if ruling.longest is None else ruling.longest,
        ruling.address,
    )

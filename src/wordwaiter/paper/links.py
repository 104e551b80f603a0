"""Where the pages are to which QR codes lead."""

from collections.abc import Iterable

from wordwaiter.paper.score_cards import Address
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.streams import Rulebooks, shipped
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament


def table_pages(
    site: str,
    stream: str,
    tournament: Tournament,
    opened: Iterable[str] = (),
    rulebooks: Rulebooks = shipped,
) -> Address:
    """The address of each table's page, on a site such as `http://192.168.1.20:8080`.

    `opened` are the streams of tables that there are: where a round was paired anew, the latest one is meant.
    """
    base = site.rstrip("/")
    latest = {name.partition("~")[0]: name for name in sorted(opened, key=opening_of)}

    def address(place: Place) -> str:
        division = tournament.division(place.division)
        page = "hare" if isinstance(rulebooks(division.rulebook).play, Building) else "tables"
        table = str(BoardPlace(stream, division.number, place.round, place.table, place.board))
        return f"{base}/{page}/{latest.get(table, table)}"

    return address


def opening_of(stream: str) -> int:
    """Returns which opening of its table a stream is: the first, unless it says otherwise (`~2`)."""
    _, _, number = stream.partition("~")
    return int(number) if number.isdecimal() else 1

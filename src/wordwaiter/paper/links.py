"""Where the pages are to which QR codes lead."""

from wordwaiter.paper.score_cards import Address
from wordwaiter.rules.rulebook import Building
from wordwaiter.service.places import BoardPlace
from wordwaiter.service.streams import Rulebooks, shipped
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.table_results import Place


def table_pages(site: str, stream: str, tournament: Tournament, rulebooks: Rulebooks = shipped) -> Address:
    """The address of each table's page, on a site such as `http://192.168.1.20:8080`."""
    base = site.rstrip("/")

    def address(place: Place) -> str:
        division = tournament.division(place.division)
        page = "hare" if isinstance(rulebooks(division.rulebook).play, Building) else "tables"
        return f"{base}/{page}/{BoardPlace(stream, division.number, place.round, place.table, place.board)}"

    return address

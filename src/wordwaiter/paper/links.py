"""Where the pages are to which QR codes lead."""

from wordwaiter.paper.score_cards import Address
from wordwaiter.service.places import BoardPlace
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.table_results import Place


def table_pages(site: str, stream: str, tournament: Tournament) -> Address:
    """The address of each table's page, on a site such as `http://192.168.1.20:8080`."""
    base = site.rstrip("/")

    def address(place: Place) -> str:
        number = tournament.division(place.division).number
        return f"{base}/tables/{BoardPlace(stream, number, place.round, place.table, place.board)}"

    return address

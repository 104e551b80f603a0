"""Who may send what to games: under way and over, on boards that teams build, and free games and practice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from web.asgi_client import AsgiClient
from web.http.form_table import FormTable, Place
from web.http.post_table import OwnTable, PostTable
from web.room import OWNER
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.practice import PracticeRequest, begin_practice

HEAD_OF_GAME: Final = """
Forms that there are once the game at table 1 has begun, and what is sent when it is over.
"""

HEAD_OF_FREE: Final = """
Free games and practice while no round runs. "own" is the device that began them; another guest is refused,
and the roles are those of a tournament.
"""

OF_HARE: Final = ("/api/v1/boards/{board:str}/commands", "/tallies/{stream:path}")
OF_FREE_GAMES: Final = ("/api/v1/tables", "/play/again/{stream:str}", "/practice/{stream:str}")
_ELSEWHERE: Final = (*OF_HARE, *OF_FREE_GAMES, "/hare/{stream:path}", "/replays/{stream:path}",
                     "/photo/{stream:path}", "/tables/{stream:path} play")  # fmt: skip
"""Asked at a Bee, at a game that is over and at free games, where somebody gets as far as the house."""


def asked_here(rows: Iterable[str]) -> Iterator[str]:
    """Yields lines but for addresses that are asked in another part of the table."""
    return (row for row in rows if not ("not asked" in row and row.startswith(_ELSEWHERE)))


def of_a_game(
    context: Context, client: AsgiClient, place: Place, table: str, parameters: Mapping[str, str]
) -> Iterator[str]:
    """The forms of a table where tiles are laid, and what is sent once the game is over."""
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, table, g.DrawFirst(seat, tile))
    forms = FormTable(context, client, place).rows()
    yield from (row for row in forms if row.startswith("/tables/"))
    while (mover := to_move(context.states.of(table).state)) is not None:
        execute(context, OWNER, TABLES, table, g.Pass(mover))
    yield from PostTable(context, client, place, parameters, [], only=["/replays/{stream:path}"]).rows()


def of_free_games(context: Context, client: AsgiClient, place: Place) -> Iterator[str]:
    """What is sent to a free game that is over and to a board that is built, with no round under way."""
    game, other = (begin_game(context, "", Wish("club", names)) for names in (("Ann", "Bo"), ("Cy", "Di")))
    execute(context, OWNER, TABLES, game.stream, g.Resign(0))
    board = begin_practice(context, "", PracticeRequest(minutes=None))
    for address, stream, token in (
        ("/api/v1/tables", "", game.token),
        ("/play/again/{stream:str}", game.stream, game.token),
        ("/practice/{stream:str}", board.stream, board.token),
    ):
        asked = OwnTable(context, client, place, {"{stream:str}": stream}, [], only=[address])
        own, guest = ((each, context.devices.caller_of(each)) for each in (token, other.token))
        yield from asked.rows_of(own, [guest])


def of_hare_boards(
    context: Context, client: AsgiClient, place: Place, parameters: Mapping[str, str]
) -> Iterator[str]:
    """What is sent to the board of the team at the first table."""
    hare = open_tables_of_round(context, OWNER, place.stream, place.own)[0]
    given = {**parameters, "{stream:path}": hare, "{board:str}": hare.replace("/", ":")}
    yield from PostTable(context, client, place, given, [], only=OF_HARE).rows()

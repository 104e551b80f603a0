"""The picture of every board at an address of its own, as a shared link shows it."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.game.hare import HareRound
from wordwaiter.game.table import Played
from wordwaiter.picture import BoardPicture, ShareCard, Shot
from wordwaiter.rules.placement import Placement, play_text
from wordwaiter.service.access import NOBODY
from wordwaiter.service.at_table import Scene, scene_at
from wordwaiter.service.house import House
from wordwaiter.service.tables import look_at_board
from wordwaiter.web.who import anybody

_KEPT: Final = {"Cache-Control": "public, max-age=300"}
"""The address in a page has the version of the table in it, so that what is kept is not too old."""


@get("/pictures/{stream:path}", sync_to_thread=True, who=anybody)
def draw_preview(house: NamedDependency[House], stream: FromPath[str]) -> Response[bytes]:
    """A board as it stands, as PNG, with names as everybody may see them, whoever asks: it is passed on."""
    name = stream.removeprefix("/")
    if isinstance(house.states.of(name).state, HareRound):
        built = look_at_board(house, NOBODY, name).board
        picture = BoardPicture(built.board, headline=built.team).png()
    else:
        picture = preview_card(scene_at(house, NOBODY, name)).png()
    return Response(picture, media_type="image/png", headers=_KEPT)


def preview_card(scene: Scene) -> ShareCard:
    """A table as it stands: the board, names and score, and the last play where it still lies there."""
    table, turn = scene.table, scene.last
    heading = table.rulebook.title
    if scene.setting is not None:
        heading = f"{scene.setting.tournament}, {scene.setting.division}"
    last, player, told, points = Placement(()), None, "", 0
    if turn is not None and isinstance(turn.move, Played) and not turn.ruled_off:
        last, player, points = turn.move.placement, table.seats[turn.seat].side, turn.points
        told = f"{play_text(turn.before.board, last)} {points:+d}"
    shot = Shot(scene.view.board, last, table.sides, scene.view.scores, player, told, points)
    return ShareCard(shot, heading)


sharing_routes: Final = (draw_preview,)

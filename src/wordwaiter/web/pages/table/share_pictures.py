"""The picture of every board at an address of its own, as a shared link shows it."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.game.hare.decide import HareRound
from wordwaiter.game.result import Won, outcome
from wordwaiter.game.table import Played, Table
from wordwaiter.picture import BoardPicture, ShareCard, Shot
from wordwaiter.rules.placement import Placement, readable_play
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.context import Context
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.scene import Scene, scene_at
from wordwaiter.service.tables.views import look_at_board
from wordwaiter.web.http.aside import PICTURES
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.pages.table.status import result_text
from wordwaiter.web.render.templates import AnyRequest
from wordwaiter.web.words import LANGUAGES, Catalogue, catalogue
from wordwaiter.web.words.sentences import titled

_KEPT: Final = {"Cache-Control": "public, max-age=300"}
"""The address in a page has the version of the table in it, so that what is kept is not too old."""


_DRAWN: Final = Memo[bytes](128)
"""Pictures as they were drawn last; a link that is shared is looked at by many."""


@get("/pictures/{stream:path}", who=anybody)
async def draw_preview(
    request: AnyRequest,
    context: NamedDependency[Context],
    stream: FromPath[str],
    language: Annotated[str, QueryParameter(pattern="^[a-z]{2}$")] = LANGUAGES[0],
) -> Response[bytes]:
    """A board as it stands, as PNG, with names as everybody may see them, whoever asks: it is passed on.

    So is its language, that of the page which is shared.
    """
    known = language if language in LANGUAGES else LANGUAGES[0]
    make = partial(_drawn, context, stream.removeprefix("/"), known)
    picture = await PICTURES.made(make, asker_of(request))
    return Response(picture, media_type="image/png", headers=_KEPT)


def _drawn(context: Context, name: str, language: str) -> bytes:
    if isinstance(context.states.of(name).state, HareRound):
        built = look_at_board(context, NOBODY, name).board
        board = BoardPicture(built.board, headline=built.team)
        return _DRAWN.of((name, language), (built.board, built.team), board.png)
    card = preview_card(scene_at(context, NOBODY, name), language)
    return _DRAWN.of((name, language), (card,), card.png)


def preview_card(scene: Scene, language: str = LANGUAGES[0]) -> ShareCard:
    """A table as it stands: the board, names and score, and the last play where it still lies there."""
    table, turn = scene.table, scene.last
    heading = titled(language, table.rulebook.title).text
    if scene.setting is not None:
        heading = f"{scene.setting.tournament}, {scene.setting.division}"
    last, player, told, points = Placement(()), None, "", 0
    if turn is not None and isinstance(turn.move, Played) and not turn.ruled_off:
        last, player, points = turn.move.placement, table.seats[turn.seat].side, turn.points
        told = f"{readable_play(turn.before.board, last)} {points:+d}"
    shot = Shot(scene.view.board, last, table.sides, scene.view.scores, player, told, points)
    return card_of(shot, heading, table, catalogue(language))


def card_of(shot: Shot, heading: str, table: Table, words: Catalogue) -> ShareCard:
    """A game with its last play; when it is over, with the winner and how it ended instead."""
    result = outcome(table)
    if result is None:
        return ShareCard(shot, heading)
    winner = result.verdict.side if isinstance(result.verdict, Won) else None
    return ShareCard(
        replace(shot, player=None, told=result_text(table, shot.scores, words)), heading, winner=winner
    )


sharing_routes: Final = (draw_preview,)

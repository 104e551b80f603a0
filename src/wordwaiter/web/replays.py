"""Looking back on a game: turn by turn, with the score as a graph, and files to take along."""

from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.game.table import Stage, Table, TableKind
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.table_record import record_of
from wordwaiter.picture.film import Shot, film_of
from wordwaiter.picture.score_graph import ScoreGraph
from wordwaiter.picture.share import ShareCard
from wordwaiter.picture.theme import Theme
from wordwaiter.service.access import Caller
from wordwaiter.service.at_table import Scene, scene_at
from wordwaiter.service.free_play import hints_for, is_closed
from wordwaiter.service.house import House
from wordwaiter.web.boards import shown_board
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.table_shown import shown_table, told_turn
from wordwaiter.web.who import anybody
from wordwaiter.web.words import catalogue

_TYPES: Final = {"gcg": "text/plain; charset=utf-8", "png": "image/png", "svg": "image/svg+xml"}
_THEMES: Final = {"dark": Theme.DARK, "projector": Theme.PROJECTOR}


@get("/replays/{stream:path}", sync_to_thread=True, who=anybody)
def show_replay(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    turn: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> Response[str]:
    """A game after any of its turns; without a number, after the last."""
    scene = scene_at(house, caller, stream.removeprefix("/"))
    _require_over(scene)
    reader = reader_of(request)
    words = catalogue(reader.language)
    table = scene.table
    number = len(table.turns) if turn is None else min(turn, len(table.turns))
    shots = _film(table)
    hints: tuple[tuple[str, int], ...] = ()
    if number and scene.is_free and table.kind is TableKind.VIRTUAL and not is_closed(house):
        hints = hints_for(house, scene.stream, number)
    shown = shown_table(scene, words)
    before = table.turns[number].before if number < len(table.turns) else None
    position = (
        table.ending.before if before is None and table.ending is not None else before or table.position
    )
    played = table.turns[number - 1] if number else None
    last = played.move.placement.squares if played is not None and hasattr(played.move, "placement") else ()
    scores = position.scores if number < len(table.turns) else scene.view.scores
    return page(
        request,
        "replay.html",
        scene=scene,
        number=number,
        count=len(table.turns),
        board=shown_board(position.board, words, last=() if played is None or played.ruled_off else last),
        scores=tuple(zip(table.sides, scores, strict=True)),
        told="" if played is None else told_turn(table, number, words),
        who="" if played is None else table.seats[played.seat].name,
        points=0 if played is None else played.points,
        rack="" if played is None else _rack(table, number),
        lines=next((each.lines for each in shown["turns"] if each.number == number), ()),
        ruling=None if played is None else played.ruling,
        turns=shown["turns"],
        title=shown["title"],
        result=shown["result"],
        hints=hints,
        graph=ScoreGraph(shots, _THEMES.get(reader.theme or "", Theme.LIGHT)).svg() if len(shots) > 1 else "",
        can_export=bool(shots),
    )


@get("/games/{stream:path}", sync_to_thread=True, who=anybody)
def download_game(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    form: Annotated[str, QueryParameter(pattern="^(gcg|png|svg)$")] = "gcg",
) -> Response[bytes]:
    """A game that is over, as a GCG file for other programs or as a picture to share."""
    scene = scene_at(house, caller, stream.removeprefix("/"))
    _require_over(scene)
    name = scene.stream.replace("/", "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    if form == "gcg":
        return Response(write_gcg(record_of(scene.table)), media_type=_TYPES[form], headers=headers)
    heading = scene.setting.tournament if scene.setting is not None else scene.table.rulebook.title
    card = ShareCard(film_of(record_of(scene.table), scene.table.rulebook)[-1], heading)
    content = card.png() if form == "png" else card.svg().encode()
    return Response(content, media_type=_TYPES[form], headers=headers)


def _require_over(scene: Scene) -> None:
    """A game that runs is not told turn by turn: racks would be seen."""
    if scene.table.stage is not Stage.ENDED:
        raise IllegalError("not-over", "the game is not over yet; look back on it when it is")


def _film(table: Table) -> tuple[Shot, ...]:
    """The game shot by shot; none where no record can tell it."""
    try:
        return film_of(record_of(table), table.rulebook)
    except WordwaiterError:
        return ()


def _rack(table: Table, number: int) -> str:
    turn = table.turns[number - 1]
    held = turn.before.racks[turn.seat]
    return "" if isinstance(held, int) or table.kind is not TableKind.VIRTUAL else str(held)


replay_routes = (show_replay, download_game)

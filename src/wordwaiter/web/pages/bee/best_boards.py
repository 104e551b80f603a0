"""The best boards of a closed round beside those of its teams: a page, and its pictures."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import IllegalError
from wordwaiter.game.hare.round import FoundBoard, HareRound
from wordwaiter.picture import ShareCard, Shot
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.tally import tally_board
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.bee.best_boards import RoundBest, TeamBest, best_of_round, points_at
from wordwaiter.service.context import Context
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.practice import UNNAMED, practice_scene
from wordwaiter.service.tables.stream_names import is_practice
from wordwaiter.service.tables.views import look_at_board
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.web.http.aside import PICTURES
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.render.boards import BoardView, board_view
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue

_NOT_KEPT: Final = {"Cache-Control": "no-cache"}
"""Nobody sees it while the next round is built, also not from a cache."""


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team's board and the best one as a page shows them."""

    team: TeamBest
    points: str
    best: str
    said: str
    """How many of how many."""
    tiles: str
    """From which tiles."""
    own: BoardView
    found: BoardView


def team_view(team: TeamBest, words: Catalogue) -> TeamView:
    """Both boards of a team, with what is said about them."""
    points, best = (figure(each, words.language) for each in (team.points, team.best.total))
    return TeamView(
        team=team,
        points=points,
        best=best,
        said=said(team.points, team.best.total, words, team.name),
        tiles=_tiles(team, words),
        own=board_view(team.board, words),
        found=board_view(team.best.board, words),
    )


def said(points: int, best: int, words: Catalogue, team: str = "") -> str:
    """`1,412 of a possible 1,950`; whoever did as well as the program, or better, is told so."""
    told = {"points": figure(points, words.language), "best": figure(best, words.language)}
    if points < best:
        return words.say("best.said", **told)
    whose = {"team": team or words.say("best.you")}
    return words.say("best.equal" if points == best else "best.ahead", **told, **whose)


def _tiles(team: TeamBest, words: Catalogue) -> str:
    if not team.are_known:
        return words.say("best.tiles-unknown", n=team.board.tile_set.size)
    return words.say("best.tiles-all" if team.has_all else "best.tiles-some", n=team.tiles, team=team.name)


@get("/best/{tournament:str}/{division:int}/{number:int}", sync_to_thread=True, who=anybody)
def show_best(
    request: AnyRequest,
    context: NamedDependency[Context],
    tournament: FromPath[str],
    division: FromPath[int],
    number: FromPath[int],
) -> Response[str]:
    """A closed round: the winners' board beside the best that their tiles allowed, and every team."""
    words = catalogue(reader_of(request).language)
    best = best_of_round(context, tournament, division, number)
    return page(
        request,
        "best.html",
        stream=tournament,
        name=snapshot_of(context, tournament).tournament.name,
        number=number,
        division="" if best is None else best.division.name,
        teams=[] if best is None else [team_view(each, words) for each in best.teams],
        lines=() if best is None else _lines(context, best),
        all_alike=best is not None and best.is_alike,
        figure=lambda points: figure(points, words.language),
    )


def _lines(context: Context, best: RoundBest) -> tuple[tuple[str, int], ...]:
    """The tally of the best board for the winners' tiles."""
    built = context.states.of(best.winner.stream).state
    return best_lines(built, best.winner.best.board)


def best_lines(built: HareRound, board: Board) -> tuple[tuple[str, int], ...]:
    """Returns the score of a best board, word by word, in the words used for a team's board."""
    tally = tally_board(board, built.rulebook, built.announcement, built.removed)
    lines = [(word.explain(), word.points) for word in tally.words]
    lines += [(bonus.explain(), bonus.points) for bonus in tally.bonuses]
    if tally.unplayed.points:
        lines.append((tally.unplayed.explain(), -tally.unplayed.points))
    return tuple(lines)


@get("/pictures/best/{stream:path}", who=anybody)
async def draw_best(
    request: AnyRequest, context: NamedDependency[Context], stream: FromPath[str]
) -> Response[bytes]:
    """The best board for a team's tiles as PNG, once everybody may see it."""
    words = catalogue(reader_of(request).language)
    make = partial(_drawn, context, stream.removeprefix("/"), words)
    picture = await PICTURES.made(make, asker_of(request))
    return Response(picture, media_type="image/png", headers=_NOT_KEPT)


_DRAWN: Final = Memo[bytes](64)
"""Pictures as they were drawn last."""


def _drawn(context: Context, name: str, words: Catalogue) -> bytes:
    built = look_at_board(context, NOBODY, name).board
    card = best_card(context, name, built, words)
    return _DRAWN.of((name, words.language), (card.shot, card.heading), card.png)


def _required(built: HareRound) -> FoundBoard:
    if built.best is None:
        raise IllegalError(
            "round-running",
            "the best board is shown after the round is closed",
            clause=built.rulebook.clause_of("round_ending.signal"),
        )
    return built.best


def best_card(context: Context, stream: str, built: HareRound, words: Catalogue) -> ShareCard:
    """The picture that a shared link shows: the best board, and how many points of how many.

    The points are those that the pages tell: with rulings, or without the words that no list has.
    """
    best = _required(built)
    if is_practice(stream):
        heading = words.say("practice.title")
        team = words.say("practice.yours") if built.team == UNNAMED else built.team
        points: int | None = practice_scene(context, NOBODY, stream).points
    else:
        name = snapshot_of(context, stream.partition("/")[0]).tournament.name
        heading = f"{name}, {words.say('hare.round', n=built.number)}"
        team = built.team
        points = points_at(context, stream)
    sides = [(words.say("best.found"), best.total)]
    if points is not None:
        sides.insert(0, (team, points))
    names, scores = zip(*sides, strict=True)
    shot = Shot(best.board, Placement(()), names, scores, None, "")
    return ShareCard(shot, heading, figures=lambda number: figure(number, words.language))


best_routes: Final = (show_best, draw_best)

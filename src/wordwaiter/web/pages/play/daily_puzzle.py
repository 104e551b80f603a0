"""The puzzle of a day: a position from a game, the same wherever the same words count."""

import asyncio
from datetime import timedelta
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.engine.review.daily_puzzle import FIRST_DAY, day_of
from wordwaiter.service.context import Context
from wordwaiter.service.tables.game_reviews import PUZZLE_RULES, require_no_round, review_of_puzzle
from wordwaiter.web.http.aside import REVIEWS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.pages.play.analysis import Puzzle, board_page
from wordwaiter.web.render.templates import AnyRequest

_A_DAY: Final = timedelta(days=1)


@get("/puzzle", who=anybody)
async def show_puzzle(
    request: AnyRequest,
    context: NamedDependency[Context],
    day: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Response[str]:
    """The puzzle of today, or of an earlier day."""
    require_no_round(context)
    asked = day_of(day, context.clock().astimezone().date())
    review = await REVIEWS.made(lambda: review_of_puzzle(context, asked), asker_of(request))
    puzzle = Puzzle(asked, max(FIRST_DAY, asked - _A_DAY))
    return await asyncio.to_thread(board_page, request, review, PUZZLE_RULES, puzzle)


puzzle_routes: Final = (show_puzzle,)

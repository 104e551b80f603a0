"""The puzzle of a day: a position from a game, the same wherever the same words count."""

from datetime import date, timedelta
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.service.context import Context
from wordwaiter.service.tables.game_reviews import PUZZLE_RULES, require_no_round, review_of_puzzle
from wordwaiter.web.http.aside import REVIEWS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.pages.play.analysis import Puzzle, board_page
from wordwaiter.web.render.templates import AnyRequest

_FIRST: Final = date(2020, 1, 1)
_A_DAY: Final = timedelta(days=1)


@get("/puzzle", who=anybody)
async def show_puzzle(
    request: AnyRequest,
    context: NamedDependency[Context],
    day: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Response[str]:
    """The puzzle of today, or of an earlier day."""
    require_no_round(context)
    asked = _day(context.clock().astimezone().date(), day)
    review = await REVIEWS.made(lambda: review_of_puzzle(context, asked), asker_of(request))
    return board_page(request, review, PUZZLE_RULES, Puzzle(asked, max(_FIRST, asked - _A_DAY)))


def _day(today: date, text: str) -> date:
    if not text:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if not _FIRST <= day <= today + _A_DAY:  # elsewhere it may be tomorrow already
        raise MalformedError(
            "no-such-puzzle", "there is no puzzle for this day; choose today or an earlier one"
        )
    return day


puzzle_routes: Final = (show_puzzle,)

"""Another team's board on a team's phone: whoever taps a word and confirms has challenged it."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response

from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.table import Table
from wordwaiter.roles import Role
from wordwaiter.service.bee.board_challenges import board_to_challenge, challenge_offer
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.player_view import own_day_in
from wordwaiter.service.rounds.room_moments import room_of_the_moment
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest
from wordwaiter.web.render.boards import BoardView, board_view, square_name
from wordwaiter.web.render.templates import page, reader_of
from wordwaiter.web.words import Catalogue, catalogue


@get(
    "/me/{stream:str}/challenge/{own:int}/{other:int}",
    sync_to_thread=True,
    who=only_in_part(Role.PLAYER, of="stream"),
)
def show_board_to_challenge(
    page_request: NamedDependency[TournamentRequest], own: FromPath[int], other: FromPath[int]
) -> Response[str] | Redirect:
    """The board of another team with its words, once the round has ended; else the team's own page."""
    context, stream = page_request.context, page_request.stream
    room = room_of_the_moment(context, stream)
    day = own_day_in(context, page_request.caller, room, None)
    seat = next((each for each in day.seats if each.contender.number == own), None)
    offer = None if seat is None else challenge_offer(context, day, seat)
    team = next((each for each in offer.others if each.number == other), None) if offer else None
    found = board_to_challenge(context, stream, day.tournament, team) if team else None
    if offer is None or not offer.is_left or found is None:
        return Redirect(f"/me/{stream}", status_code=303)
    words = catalogue(reader_of(page_request.request).language)
    return page(
        page_request.request,
        "tap_challenge.html",
        stream=stream,
        tournament=day.tournament.name,
        challenger=own,
        team=found.team,
        offer=offer,
        words=sorted(found.words, key=lambda each: each.word),
        squares_of=squares_of,
        board=drawn_board(context, found.stream, words),
        key=new_key(),
    )


def drawn_board(context: Context, stream: str, words: Catalogue) -> BoardView:
    """Returns a board as pages draw it, of Hare or Tortoise."""
    state = context.states.of(stream).state
    return board_view(state.position.board if isinstance(state, Table) else state.board, words)


def squares_of(word: PlacedWord) -> str:
    """Returns the squares of a word, as scripts name them."""
    steps = range(len(word.word))
    return " ".join(square_name(word.square.toward(word.direction, step)) for step in steps)


tap_challenge_routes: Final = (show_board_to_challenge,)

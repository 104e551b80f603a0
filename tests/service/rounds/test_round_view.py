"""One view of a round: made once for each version, by number, and shown by each view as far as it may."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.games import recorded_game
from service.houses import DORA, Computer, club_day, round_begun, serving
from wordwaiter.game import commands as g
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.director_view import overview
from wordwaiter.service.rounds.player_view import own_day
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.rounds.round_view import RoundView, TurnsView, latest_round_view
from wordwaiter.service.rounds.workplaces import scorekeeper_tables
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        yield context


@pytest.fixture
def stream(context: Context) -> str:
    stream = club_day(context)
    round_begun(context, stream)
    return stream


def view_of(context: Context, stream: str) -> RoundView:
    view = latest_round_view(context, stream, snapshot_of(context, stream).tournament, "Open")
    assert view is not None
    return view


def test_a_round_is_looked_through_once_for_each_version(context: Context, stream: str) -> None:
    first = view_of(context, stream)
    assert view_of(context, stream) is first
    table = f"{stream}/1/1/1.1"
    game = recorded_game(1)
    for command in game[:3]:
        execute(context, DORA, TABLES, table, command)
    after = view_of(context, stream)
    assert after is not first
    assert view_of(context, stream) is after
    play = after.boards[0].play
    assert isinstance(play, TurnsView)
    assert play.turns == 1
    assert after.boards[1] == first.boards[1]
    execute(context, DORA, TOURNAMENTS, stream, c.SetTarget("", 100))
    assert view_of(context, stream) is not after


def test_whoever_waits_to_sign_is_known_by_number_whatever_they_are_called(
    context: Context, stream: str
) -> None:
    table = f"{stream}/1/1/1.1"
    first, second = view_of(context, stream).boards[0].sitting.sides
    for number, name in ((first, "Ann Lee"), (second, "Abe Low")):
        shy = Profile(name, by_initials=True)
        execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", number, shy))
    *moves, last = recorded_game(1)
    for command in moves:
        execute(context, DORA, TABLES, table, command)
    play = view_of(context, stream).boards[0].play
    assert isinstance(play, TurnsView)
    assert isinstance(last, g.Sign)
    assert isinstance(last.signer, int)
    waits = (first, second)[last.signer]
    assert (play.is_counted, play.unsigned) == (True, (waits,))
    for number in (first, second):
        (seat,) = own_day(context, DORA, stream, number).seats
        assert (seat.is_counted, seat.has_signed) == (True, number != waits)
    execute(context, DORA, TABLES, table, last)
    board = view_of(context, stream).boards[0]
    assert (board.is_settled, board.play) == (True, None)


def test_all_views_tell_the_same_of_a_round(context: Context, stream: str) -> None:
    table = f"{stream}/1/1/1.1"
    for command in recorded_game(1):
        execute(context, DORA, TABLES, table, command)
    view = view_of(context, stream).boards[0]
    assert view.scores is not None
    (directed,) = overview(context, DORA, stream).divisions
    (public,) = public_room(context, stream).divisions
    (seat,) = own_day(context, DORA, stream, view.sitting.sides[1]).seats
    keeper = Caller("Kit", "device-1", frozenset({Grant(Role.TABLE_SCOREKEEPER, stream, table=1)}))
    (kept,) = scorekeeper_tables(context, keeper, stream).tables
    assert directed.boards[0].scores == public.boards[0].scores == view.scores
    assert seat.scores == view.scores[::-1]
    assert [each.stream for each in (directed.boards[0], public.boards[0], seat, kept)] == [table] * 4
    assert (public.boards[0].is_settled, seat.is_settled, kept.is_done) == (True, True, True)


def test_of_two_with_the_same_initials_the_one_who_is_there_has_the_bye(
    context: Context, stream: str
) -> None:
    first, second = view_of(context, stream).boards[0].sitting.sides
    for number, name in ((first, "Ann Lee"), (second, "Abe Low")):
        shy = Profile(name, by_initials=True)
        execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", number, shy))
    execute(context, DORA, TOURNAMENTS, stream, c.ForfeitGame("", "Open", 1, 1, (first,), "ill"))
    view = view_of(context, stream)
    assert (view.boards[0].absent, view.boards[0].left_alone, view.byes) == ((first,), (second,), (second,))
    (directed,) = overview(context, DORA, stream).divisions
    (public,) = public_room(context, stream).divisions
    assert (directed.byes, public.byes) == (("Abe Low",), (f"A. L. {second}",))

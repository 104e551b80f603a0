"""What the emcee, the treasurer, a player, the director and the room have before them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import DORA, Computer, club_day, entered, holder, round_begun, serving
from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.bee.emcee import check_words, emcee_desk
from wordwaiter.service.bee.treasury import treasury_desk
from wordwaiter.service.bee.word_waiter import hare_scene
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.director_view import overview
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.rounds.player_view import own_day
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.rounds.slides import slides
from wordwaiter.service.tables.out_of_play import NotPlayed
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.rounds.rounds import ResultState
from wordwaiter.tournament.state import Screen


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "desks.db", Computer()) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    """The example of the Bee: Hare in round 2, Tortoise in round 1."""
    return make_example(context, DORA, Example.BEE).stream


# ---------------------------------------------------------------- the emcee


def test_the_emcee_sees_the_words_of_this_round_and_can_change_those_of_the_next(
    context: Context, bee: str
) -> None:
    desk = emcee_desk(context, holder("Emmy", Role.EMCEE, bee), bee)
    hare, tortoise = desk.divisions
    assert hare.now is not None
    assert hare.now.number == 2
    assert hare.now.announced.surprise_word == "SNAIL"
    assert hare.coming is not None
    assert hare.coming.number == 3
    assert (hare.wanted.starting, hare.wanted.surprise, hare.wanted.sponsors) == (True, True, True)
    assert tortoise.now is not None
    assert tortoise.now.number == 1
    assert tortoise.coming is None, "the first game is the one that counts"


def test_a_board_of_a_team_that_has_left_is_nobodys_to_enter(context: Context, bee: str) -> None:
    played = snapshot_of(context, bee).tournament.round("Hare", 2)
    sitting = next(each for each in played.outstanding if not each.sheets)
    streams = open_tables_of_round(context, DORA, bee, "Hare")
    stream = next(each for each in streams if each.endswith(f"/{sitting.table}.{sitting.board}"))
    assert hare_scene(context, DORA, stream).keeps
    execute(context, DORA, TOURNAMENTS, bee, c.DeclareDefault("", sitting.sides[0], "went home"))
    scene = hare_scene(context, DORA, stream)
    assert (scene.out, scene.keeps) == (NotPlayed((0,)), False)


def test_words_that_no_tiles_can_make_are_told_before_they_are_announced(context: Context, bee: str) -> None:
    emmy = holder("Emmy", Role.EMCEE, bee)
    before = snapshot_of(context, bee).version
    words = Announcement("literacy", "turtle", ("rotary", "B&B"))
    problems = check_words(context, emmy, bee, ("Hare", 3), words).problems
    assert len(problems) == 1
    assert "B&B" in problems[0]
    assert snapshot_of(context, bee).version == before


def test_where_nothing_is_announced_nothing_is_wanted(context: Context) -> None:
    stream = club_day(context)
    (division,) = emcee_desk(context, DORA, stream).divisions
    assert not division.wanted


def test_the_emcee_starts_and_ends_a_round_and_nobody_elses(context: Context) -> None:
    stream = entered(context, "Cup", "club", *map(Profile, ("Ann", "Bo")))
    emmy = holder("Emmy", Role.EMCEE, stream)
    with pytest.raises(IllegalError) as refused:
        emcee_desk(context, emmy, club_day(context))
    assert refused.value.code == "not-your-role"
    round_begun(context, stream)
    assert emcee_desk(context, emmy, stream).divisions[0].step.step is Step.WAIT
    execute(context, emmy, TOURNAMENTS, stream, c.CallRoundTime("", "Open"))
    assert emcee_desk(context, emmy, stream).divisions[0].step.step is Step.COLLECT_RESULTS


# ---------------------------------------------------------------- the treasurer


def test_the_treasurers_sums_add_up_and_a_reversal_is_a_line_of_its_own(context: Context) -> None:
    stream = club_day(context)
    tess = holder("Tess", Role.TREASURER, stream)
    execute(context, tess, TOURNAMENTS, stream, c.TakeMoney("", Fund.DONATION, 2_000, Method.CASH, 1, "hat"))
    execute(context, tess, TOURNAMENTS, stream, c.TakeMoney("", Fund.ENTRY, 1_500, Method.TAB, 2))
    execute(context, tess, TOURNAMENTS, stream, c.ReverseMoney("", 1, "counted twice"))
    execute(context, tess, TOURNAMENTS, stream, c.SetTarget("", 3_000))
    desk = treasury_desk(context, tess, stream)
    assert desk.funds.total_cents == 1_500
    assert desk.funds.cash_cents == 0
    assert desk.percent == 50
    assert [entry.line.number for entry in desk.entries] == [3, 2, 1]
    assert [entry.can_be_reversed for entry in desk.entries] == [False, True, False]
    assert desk.entries[2].taken_back_by == 3
    assert [account.tab_cents for account in desk.accounts] == [0, 1_500, 0, 0]
    assert not any(account.buys for account in desk.accounts)


def test_a_team_is_offered_what_it_can_buy_now(context: Context, bee: str) -> None:
    desk = treasury_desk(context, DORA, bee)
    by_name = {account.name: account for account in desk.accounts}
    owls, larks = by_name["Owls"], by_name["Larks"]
    assert (owls.peek_cents, owls.tile_cents, owls.tiles_out) == (100, 500, 19)
    assert owls.all_tiles is not None
    # 19 tiles now and 10 in round 3, at 5 dollars each, of which one is paid for.
    assert (owls.all_tiles.cents, owls.all_tiles.single_cents) == (14_500, 14_500)
    assert larks.all_tiles is None  # it has bought all tiles of all rounds
    assert larks.tile_cents is None
    assert by_name["Snails"].all_tiles is None  # no tiles are taken out of a Tortoise's set


# ---------------------------------------------------------------- a player


def test_a_player_sees_their_table_opponent_and_score(context: Context) -> None:
    stream = club_day(context)
    ann = holder("Ann", Role.PLAYER, stream, entrant=1)
    before = own_day(context, ann, stream)
    assert [seat.sitting for seat in before.seats] == [None]
    round_begun(context, stream)
    day = own_day(context, ann, stream)
    (seat,) = day.seats
    assert day.is_own
    assert seat.sitting is not None
    assert len(seat.others) == 1
    assert seat.stream is not None
    assert seat.scores is None
    other = next(side for side in seat.sitting.sides if side != 1)
    scores = tuple(400 if side == 1 else 300 for side in seat.sitting.sides)
    execute(
        context,
        DORA,
        TOURNAMENTS,
        stream,
        c.HandInSheet("", "Open", 1, seat.sitting.table, scores, (1, other)),
    )
    (seat,) = own_day(context, ann, stream).seats
    assert seat.scores == (400, 300)
    assert seat.is_settled
    assert seat.line is not None
    assert seat.line.rank == 1
    assert len(seat.games) == 1


def test_whose_code_it_is_reads_the_own_table_before_the_partners(context: Context) -> None:
    stream = make_example(context, DORA, Example.ONTARIO).stream
    pair = snapshot_of(context, stream).tournament.entrants_of("Open")[0]
    first, second = (each.name for each in pair.contenders)
    for own, other in ((first, second), (second, first)):
        phone = holder(own, Role.PLAYER, stream, entrant=pair.number)
        names = [seat.contender.name for seat in own_day(context, phone, stream).seats]
        assert names == [own, other]


def test_anybody_may_ask_for_somebody_and_sees_initials_where_they_were_asked_for(context: Context) -> None:
    shy = Profile("Ann Leclerc", by_initials=True)
    stream = entered(context, "Cup", "club", shy, Profile("Bo Poe"))
    day = own_day(context, NOBODY, stream, who=1)
    assert not day.is_own
    assert day.seats[0].contender.name == "A. L."
    assert [name for _, name in day.everybody] == ["A. L.", "Bo Poe"]
    assert own_day(context, NOBODY, stream).seats == ()
    own = own_day(context, holder("Ann", Role.PLAYER, stream, entrant=1), stream)
    assert own.seats[0].contender.name == "Ann Leclerc"


def test_somebody_without_a_game_is_told_of_the_bye(context: Context) -> None:
    stream = entered(context, "Cup", "club", *map(Profile, ("Ann", "Bo", "Cy")))
    round_begun(context, stream)
    seats = [own_day(context, NOBODY, stream, who=number).seats[0] for number in (1, 2, 3)]
    assert sorted(seat.rest is not None for seat in seats) == [False, False, True]
    assert all((seat.sitting is None) == (seat.rest is not None) for seat in seats)


# ---------------------------------------------------------------- the director and the room


def test_the_director_sees_every_board_and_who_waits_for_whom(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet("", "Open", 1, 1, (400, 300)))
    seen = overview(context, DORA, stream)
    (division,) = seen.divisions
    assert [board.table for board in division.boards] == [1, 2]
    assert all(board.stream for board in division.boards)
    assert [board.state for board in division.boards] == [ResultState.UNSIGNED, ResultState.MISSING]
    assert len(division.boards[0].unsigned) == 2
    assert division.step.step is Step.WAIT
    assert seen.next == division.step
    with pytest.raises(IllegalError):
        overview(context, holder("Ann", Role.PLAYER, stream, entrant=1), stream)


def test_the_screen_shows_the_clock_of_a_round_until_somebody_chooses(context: Context, bee: str) -> None:
    room = public_room(context, bee)
    assert slides(room) == (Screen.CLOCK,)
    assert [each.name for each in room.sponsors] == ["ROTARY", "ACME"]
    execute(context, holder("Emmy", Role.EMCEE, bee), TOURNAMENTS, bee, c.ChooseScreen("", Screen.FUNDS))
    assert slides(public_room(context, bee)) == (Screen.FUNDS,)


def test_medals_are_shown_only_when_every_round_of_every_division_is_closed(
    context: Context, bee: str
) -> None:
    assert public_room(context, bee).awards == ()


def test_a_settled_table_that_is_not_in_memory_any_more_is_shown_without_folding_it_again(
    context: Context,
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    settled = f"{stream}/1/1/1.1"
    public_room(context, stream)
    sides = snapshot_of(context, stream).tournament.round("Open", 1).sittings[0].sides
    execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet("", "Open", 1, 1, (400, 300), signed=sides))
    context.states.let_go(settled)
    for boards in (
        public_room(context, stream).divisions[0].boards,
        overview(context, DORA, stream).divisions[0].boards,
    ):
        assert (boards[0].stream, boards[0].scores, boards[0].is_built) == (settled, (400, 300), False)
    assert context.states.at_hand(settled) is None


def test_a_table_at_which_nothing_was_played_shows_no_score(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    assert [board.scores for board in public_room(context, stream).divisions[0].boards] == [None, None]
    assert [board.scores for board in overview(context, DORA, stream).divisions[0].boards] == [None, None]

"""How a free game ends from its page: Resign, Offer to end, Stop, and a game that was left."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.houses import Computer
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import score_of, to_move
from wordwaiter.game.result import Won, outcome
from wordwaiter.game.table import EndReason, Played, Stage, Table
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.rules.placement import play_text
from wordwaiter.rules.rack import Rack
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tables.computer import turns_for
from wordwaiter.service.tables.free_games import engines_of
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]
TABLE = "/tables/table-1"
MINUTE_MS = 60_000


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), time=computer.time)
    with Context.open(tmp_path / "free.db", parts) as context:
        context.rng = random.Random(7)
        yield context


@pytest.fixture
def seats(context: Context, request: pytest.FixtureRequest) -> Iterator[tuple[Client, Client]]:
    """Two browsers of one game, under `club` if no other rulebook is asked for; the first is to move."""
    rulebook = getattr(request, "param", "club")
    with _visitor(context) as ann, _visitor(context) as ben:
        form = {"opponent": "there", "first": "Ann", "second": "Ben", "rulebook": rulebook}
        ann.post("/play", data=form)
        link = re.search(r"<code>([^<]+)</code>", ann.get("/play/invite").text)
        assert link
        ben.post("/join", data={"code": link[1].rpartition("/")[2]})
        yield (ann, ben) if to_move(_table(context)) == 0 else (ben, ann)


def _visitor(context: Context) -> Client:
    client = TestClient(create_app(context))
    client.headers["Origin"] = str(client.base_url)
    return client


def _table(context: Context) -> Table:
    table: Table = context.states.of("table-1").state
    return table


def _play_out(context: Context, seats: tuple[Client, Client]) -> None:
    """Has both make their best plays until the game is over."""
    first, second = seats
    begins = _table(context).position.to_move
    while _table(context).stage is Stage.PLAYING:
        best_play(context, first if _table(context).position.to_move == begins else second)


def press(client: Client, button: str, where: str = TABLE) -> int:
    """Presses a button that is on the page, with what its form sends; the status of the answer."""
    page = client.get(where).text
    forms = re.findall(r"<form[^>]*>.*?</form>", page, re.DOTALL)
    form = next((each for each in forms if f'name="do" value="{button}"' in each), None)
    assert form is not None, f"no button {button} on the page"
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    return client.post(where, data=hidden | {"do": button}).status_code


def test_whoever_resigns_has_lost_whatever_the_score(context: Context, seats: tuple[Client, Client]) -> None:
    mover, other = seats
    best_play(context, mover)
    assert press(mover, "resign") == 200
    result = outcome(_table(context))
    assert result is not None
    assert result.reason is EndReason.RESIGNED
    assert isinstance(result.verdict, Won)
    assert result.scores[result.verdict.side] < max(result.scores)  # the one who resigned was ahead
    assert "won (the other side resigned)" in other.get(TABLE).text


def test_whoever_has_resigned_cannot_challenge_the_last_play_and_play_on(
    context: Context, seats: tuple[Client, Client]
) -> None:
    mover, other = seats
    best_play(context, mover)
    assert 'value="challenge"' in other.get(TABLE).text
    assert press(other, "resign") == 200
    page = other.get(TABLE).text
    assert 'value="challenge"' not in page
    assert 'value="sign"' not in page
    assert other.post(TABLE, data={"do": "challenge"}).status_code == 409
    assert "Game with" not in other.get("/").text


@pytest.mark.long
def test_a_game_that_is_out_stays_on_the_start_page_until_the_count_is_agreed(
    context: Context, seats: tuple[Client, Client]
) -> None:
    first, second = seats
    _play_out(context, seats)
    for client in seats:
        assert "Game with" in client.get("/").text
        assert press(client, "sign") == 200
    assert "Game with" not in first.get("/").text + second.get("/").text


def best_play(context: Context, client: Client) -> None:
    """Plays the best play of whoever is to move."""
    table = _table(context)
    seat = table.position.to_move
    turns = turns_for(engines_of(context).of(table.rulebook), table.position, seat)
    play = next(turn for turn in turns if hasattr(turn, "placement"))
    board = table.position.board
    text = play_text(board, play.placement(board))
    assert client.post(TABLE, data={"do": "play", "play": text}).status_code == 200


def test_an_offer_to_end_is_declined_then_accepted_and_lapses_with_a_turn(
    context: Context, seats: tuple[Client, Client]
) -> None:
    mover, other = seats
    assert press(mover, "offer-end") == 200
    assert "You offered to end the game." in mover.get(TABLE).text
    assert press(other, "decline-end") == 200
    assert _table(context).ending is None
    press(mover, "offer-end")
    press(mover, "pass")
    assert _table(context).end_offer is None
    press(mover, "offer-end")
    assert press(other, "accept-end") == 200
    ending = _table(context).ending
    assert ending is not None
    assert ending.reason is EndReason.AGREED


def test_nobody_ends_a_game_of_two_devices_alone(seats: tuple[Client, Client]) -> None:
    mover, _ = seats
    assert 'value="end"' not in mover.get(TABLE).text
    refused = mover.post(TABLE, data={"do": "end", "reason": "agreed", "note": "bored"})
    assert refused.status_code == 409
    assert "Offer the other player to end the game" in refused.text


def test_a_game_that_the_other_has_left_is_won_after_fifteen_minutes(
    context: Context, seats: tuple[Client, Client], computer: Computer
) -> None:
    mover, waiter = seats
    assert 'id="left"' not in waiter.get(TABLE).text
    computer.passes(6 * MINUTE_MS)
    assert "the game is yours in: " in waiter.get(TABLE).text.replace("\n", " ")
    assert 'id="left"' not in mover.get(TABLE).text  # it is this one's turn
    assert waiter.post(TABLE, data={"do": "claim", "seat": "1"}).status_code in (403, 409)
    computer.passes(9 * MINUTE_MS - 1000)
    seat = str(1 - _table(context).position.to_move)
    assert waiter.post(TABLE, data={"do": "claim", "seat": seat}).status_code == 409
    computer.passes(1000)
    assert press(waiter, "claim") == 200
    result = outcome(_table(context))
    assert result is not None
    assert result.reason is EndReason.LEFT
    assert "(the other side left)" in mover.get(TABLE).text


def test_a_game_against_the_computer_is_stopped(context: Context) -> None:
    with _visitor(context) as client:
        client.post("/play", data={"opponent": "gentle", "first": "Ann", "rulebook": "club"})
        assert press(client, "end") == 200
        assert _table(context).ending is not None


def test_the_start_page_lists_open_games_with_opponent_and_age_and_no_others(
    context: Context, seats: tuple[Client, Client], computer: Computer
) -> None:
    mover, other = seats
    names = [seat.name for seat in _table(context).seats]
    opponent = names[1 - _table(context).position.to_move]
    assert f"Game with {opponent}" in mover.get("/").text
    computer.passes(7 * MINUTE_MS)
    assert "Last move 7 min ago" in mover.get("/").text
    press(mover, "resign")
    assert "Game with" not in mover.get("/").text
    assert "Game with" not in other.get("/").text


@pytest.mark.long
def test_exchange_is_offered_only_while_the_bag_allows_it(
    context: Context, seats: tuple[Client, Client]
) -> None:
    """The last player's tiles are drawn before the turn begins: these are not there to exchange."""
    begins, offered = _table(context).position.to_move, []
    while (table := _table(context)).stage is Stage.PLAYING:
        mover, rack = seats[table.position.to_move != begins], table.position.racks
        missing = sum(7 - count_of(each) for each in rack)
        left = max(0, count_of(table.position.bag) - missing)
        is_offered = 'value="exchange"' in mover.get(TABLE).text
        own = rack[table.position.to_move]
        assert isinstance(own, Rack)
        tile = own.tiles[0]
        assert is_offered == (left >= 7)
        if not is_offered:
            assert mover.post(TABLE, data={"do": "exchange", "tile": tile}).status_code == 409
        offered.append(is_offered)
        best_play(context, mover)
    assert set(offered) == {True, False}


def test_pass_and_cannot_play_ask_before_they_are_done(seats: tuple[Client, Client]) -> None:
    page = seats[0].get(TABLE).text
    assert "Your turn scores 0, and the other side plays." in page.partition('id="pass"')[2]
    assert "You say that you have no play." in page.partition('id="cannot-play"')[2]


def test_the_draw_leaves_fifteen_seconds_to_challenge_and_the_page_counts_them(
    context: Context, seats: tuple[Client, Client], computer: Computer
) -> None:
    mover, other = seats
    best_play(context, mover)
    assert 'value="hold"' in other.get(TABLE).text
    press(mover, "fill")
    page = other.get(TABLE).text
    assert "Time to challenge:" in page
    assert 'remaining-ms="15000"' in page
    assert 'value="hold"' not in page  # there is nothing to hold any more
    # It stands on the button of a phone too, and sounds no alarm when it ends.
    clocks = re.findall(r'<ww-clock id="clock-(challenge|window)"[^>]* quiet[^>]*>0:15</ww-clock>', page)
    assert clocks == ["challenge", "window"]
    computer.passes(14_000)
    assert 'value="challenge"' in other.get(TABLE).text
    computer.passes(1_000)
    assert 'value="challenge"' not in other.get(TABLE).text
    refused = other.post(TABLE, data={"do": "challenge"})
    assert refused.status_code == 409
    assert "Too late: its time ran out after the draw" in refused.text


def test_a_challenge_in_those_seconds_takes_drawn_tiles_back(
    context: Context, seats: tuple[Client, Client], computer: Computer
) -> None:
    mover, other = seats
    table = _table(context)
    rack = table.position.racks[table.position.to_move]
    nonsense = "".join(sorted(rack.tiles, reverse=True))[:4].replace("?", "x")  # type: ignore[union-attr]
    mover.post(TABLE, data={"do": "play", "play": f"8E {nonsense}"})
    press(mover, "fill")
    computer.passes(10_000)
    other.post(TABLE, data={"do": "challenge"})
    after = _table(context)
    assert isinstance(after.turns[0].move, Played)
    assert after.turns[0].ruled_off
    assert after.position.racks[after.turns[0].seat] == rack
    challenger = after.seats[1 - after.turns[0].seat].name
    for page in (mover.get(TABLE).text, other.get(TABLE).text):
        assert re.search(rf"{challenger} challenged {nonsense.upper()}: not good, the tiles came off", page)


# ---------------------------------------------------------------- rated rulebooks, and what clubs choose


@pytest.mark.clause("wespa-good-words")
@pytest.mark.clause("naspa-double")
@pytest.mark.parametrize(
    ("seats", "gained", "gained_per_word", "turn_is_lost"),
    [
        ("wespa", 0, 5, False),
        ("naspa", 0, 0, True),
        ("club", 0, 0, True),
        ("club-free", 0, 0, False),
        ("club-5", 5, 0, False),
        ("club-10", 10, 0, False),
    ],
    indirect=["seats"],
)
def test_a_challenge_of_good_words_costs_what_the_rulebook_says(
    context: Context, seats: tuple[Client, Client], gained: int, gained_per_word: int, turn_is_lost: bool
) -> None:
    mover, other = seats
    seat = _table(context).position.to_move
    best_play(context, mover)
    played = _table(context).turns[0]
    assert isinstance(played.move, Played)
    assert press(other, "challenge") == 200
    after = _table(context)
    name = after.seats[seat].name
    assert score_of(after, name) == played.points + gained + gained_per_word * len(played.move.words)
    assert to_move(after) == (seat if turn_is_lost else 1 - seat)
    for page in (mover.get(TABLE).text, other.get(TABLE).text):
        assert f"{after.seats[1 - seat].name} challenged" in page
        assert "good, the play stands." in page


@pytest.mark.long
@pytest.mark.clause("wespa-forfeit")
@pytest.mark.clause("naspa-forfeit")
@pytest.mark.parametrize("seats", ["wespa", "naspa"], indirect=True)
def test_a_game_of_somebody_ten_minutes_over_the_time_is_claimed(
    context: Context, seats: tuple[Client, Client], computer: Computer
) -> None:
    mover, waiter = seats
    for client in (mover, waiter) * 7:  # each side uses 28 minutes in turns of four
        computer.passes(4 * MINUTE_MS)
        press(client, "pass") if _table(context).position.scoreless < 5 else best_play(context, client)
    most_ms = _table(context).rulebook.clock.most_overtime
    assert most_ms is not None
    computer.passes(most_ms - 3 * MINUTE_MS - 1)
    assert 'id="left"' in waiter.get(TABLE).text
    computer.passes(1)
    assert press(waiter, "claim") == 200
    result = outcome(_table(context))
    assert result is not None
    assert result.reason is EndReason.OVERTIME


@pytest.mark.long
def test_both_sides_are_told_who_challenged_the_last_play_and_that_it_stands(
    context: Context, seats: tuple[Client, Client]
) -> None:
    first, second = seats
    begins = _table(context).position.to_move
    _play_out(context, seats)
    last = _table(context).turns[-1]
    assert isinstance(last.move, Played)
    other = second if last.seat == begins else first
    assert press(other, "challenge") == 200
    challenger = _table(context).seats[1 - last.seat].name
    told = f"{challenger} challenged {', '.join(last.move.words)}: good, the play stands."
    for client in seats:
        card = client.get(TABLE).text.partition('class="card result"')[2]
        assert told in card


@pytest.mark.clause("wespa-3-10-6")
@pytest.mark.clause("naspa-4-i-2-a")
@pytest.mark.parametrize(("seats", "wait_ms"), [("wespa", 30_000), ("naspa", 60_000)], indirect=["seats"])
def test_a_side_that_is_held_sees_when_it_may_draw_and_the_play_can_still_be_challenged(
    context: Context, seats: tuple[Client, Client], computer: Computer, wait_ms: int
) -> None:
    mover, other = seats
    best_play(context, mover)
    assert press(other, "hold") == 200
    computer.passes(wait_ms - 1)
    waiting = mover.get(TABLE).text
    assert 'id="courtesy"' in waiting
    assert 'value="fill"' not in waiting
    computer.passes(1)
    assert 'id="courtesy"' not in mover.get(TABLE).text
    assert press(mover, "fill") == 200
    assert 'value="fill"' not in mover.get(TABLE).text
    computer.passes(MINUTE_MS)
    assert press(other, "challenge") == 200
    assert _table(context).turns[0].ruling is not None

"""Free games through their pages, without a browser: forms, the second seat, the computer, hints."""

import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.houses import Computer
from web.room import OWNER, begin_cup, start_round
from wordwaiter.engine.play import Play
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.queries import to_move
from wordwaiter.game.result import outcome, scores
from wordwaiter.game.table import Played, Stage
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.picture.theme import Theme
from wordwaiter.roles import Role
from wordwaiter.rules.board import PlacedTile, empty_board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import play_text
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.jobs.engine_work import Hint
from wordwaiter.service.tables.computer import COMPUTERS, Strength, chosen, move_of
from wordwaiter.service.tables.free_games import (
    Wish,
    begin_game,
    engines_of,
    join_by_code,
    play_again,
    play_on,
)
from wordwaiter.service.tables.game_reviews import hints_for
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.aside import HINTS
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.table import replay
from wordwaiter.web.pages.table.status import result_text
from wordwaiter.web.words import catalogue

Client = TestClient[Litestar]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "free.db", ContextParts(judge=Judge([open_lexicon("enable")]))) as context:
        context.rng = random.Random(7)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with _visitor(context) as client:
        yield client


def _visitor(context: Context) -> Client:
    """A browser of its own; like all of them it says from which page a form comes."""
    client = TestClient(create_app(context))
    client.headers["Origin"] = str(client.base_url)
    return client


def _begin(client: Client, **chosen: str) -> str:
    """The address of a new game's table."""
    form = {"opponent": "steady", "first": "Ann", "second": "Ben", "rulebook": "club"} | chosen
    response = client.post("/play", data=form, follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


@pytest.mark.long
@pytest.mark.parametrize("rulebook", ["club", "ontario", "androscoggin", "bee-tortoise"])
def test_a_game_against_the_computer_is_played_to_its_end_under_any_rulebook(
    context: Context, rulebook: str
) -> None:
    computer = None if rulebook == "bee-tortoise" else Strength.STRONG
    begun = begin_game(context, "", Wish(rulebook, ("Ann", "Ben"), computer))
    caller = context.devices.caller_of(begun.token)
    for _ in range(60):
        table = scene_at(context, caller, begun.stream).table
        if table.stage is Stage.ENDED:
            break
        seat = to_move(table)
        assert seat is not None
        engines = engines_of(context)
        play_on(context, caller, begun.stream, move_of(engines, table, seat, Strength.GENTLE, context.rng))
    assert table.stage is Stage.ENDED
    assert table.count is not None
    again = scene_at(
        context, caller, play_again(context, context.devices.caller_of(begun.token), begun.stream)
    )
    assert sorted(seat.name for seat in again.table.seats) == sorted(seat.name for seat in table.seats)
    assert again.table.announcement == table.announcement


def _play(score: int, tiles: int, equity: int) -> Play:
    laid = (PlacedTile("A"),) * tiles
    return Play(Square(7, 7), Direction.ACROSS, laid, score, Rack(()), 0, equity)


def test_the_strong_computer_takes_the_best_play_and_the_gentle_one_a_short_one() -> None:
    plays = [_play(80, 7, 80_000), _play(24, 3, 30_000), _play(12, 2, 12_000), _play(4, 2, 4_000)]
    rules = shipped_rulebook("club").table
    rng, board = random.Random(1), empty_board(rules.layout, rules.tile_set)
    assert chosen(plays, Strength.STRONG, board, rng) == plays[0]
    gentle = {chosen(plays, Strength.GENTLE, board, rng).score for _ in range(50)}
    assert gentle <= {24, 12, 4}
    assert chosen(plays[:1], Strength.GENTLE, board, rng) == plays[0]


def test_the_computer_challenges_a_word_that_is_not_in_the_list(context: Context, client: Client) -> None:
    words = open_lexicon("enable")
    nonsense = ""
    # Tiles are drawn at random: the first game in which we begin, with letters that make no word.
    while not nonsense or nonsense in words:
        where = _begin(client, opponent="strong")
        stream = where.removeprefix("/tables/")
        table = context.states.of(stream).state
        if to_move(table) == 0:
            nonsense = "".join(sorted(table.position.racks[0].tiles, reverse=True))[:5]
    answer = client.post(where, data={"do": "play", "play": f"8D {nonsense}"}, follow_redirects=False)
    assert answer.status_code == 303
    first = context.states.of(stream).state.turns[0]
    assert isinstance(first.move, Played)
    assert first.ruled_off
    assert "the tiles came off" in client.get(where).text


def test_a_challenge_that_is_lost_is_told_with_its_verdict_though_the_computer_has_answered_it(
    context: Context, client: Client
) -> None:
    where = _begin(client, opponent="strong")
    stream = where.removeprefix("/tables/")
    if not context.states.of(stream).state.turns:  # then it is ours
        client.post(where, data={"do": "pass"})
    played = context.states.of(stream).state.turns[-1]
    assert isinstance(played.move, Played)
    play = play_text(played.before.board, played.move.placement)
    name, told = "Computer (strong)", client.get(where).text
    assert f"{name}: {play}, {played.points} points, {played.points} in total." in told
    words = list(played.move.words)
    answer = client.post(
        where, data={"do": "challenge", "word": words}, headers={"Accept": "application/json"}
    )
    asked = ", ".join(words)
    lost = f"Ann: lost a turn for challenging {asked}"
    assert answer.json()["said"] == lost
    status = re.search(r'id="status"[^>]*>(.*?)</p>', client.get(where).text, re.DOTALL)
    assert status
    assert f"{asked}: good, the play stands. {lost}. " in status[1]
    assert f"{name}: " in status[1]  # what it played since


def test_a_game_with_scripts_blocked_takes_a_play_a_pass_and_an_exchange(
    client: Client, context: Context
) -> None:
    where = _begin(client, opponent="here")
    page = client.get(where).text
    assert 'action="/tables/table-1"' in page
    refused = client.post(where, data={"do": "play", "play": "8D ???"})
    assert refused.status_code in (409, 422)
    assert 'role="alert">' in refused.text
    passed = client.post(where, data={"do": "pass"})
    assert passed.status_code == 200
    tile = (
        context.states.of("table-1")
        .state.position.racks[to_move(context.states.of("table-1").state)]
        .tiles[0]
    )
    client.post(where, data={"do": "exchange", "tile": tile})
    turns = context.states.of("table-1").state.turns
    assert [type(turn.move).__name__ for turn in turns] == ["Passed", "Exchanged"]


def test_a_form_sent_twice_is_taken_once(client: Client, context: Context) -> None:
    where = _begin(client, opponent="here")
    form = {"do": "pass", "sending": "0123456789abcdef0123"}
    scripted = {"Accept": "application/json"}
    first = client.post(where, data=form, headers=scripted).json()
    again = client.post(where, data=form, headers=scripted).json()
    assert first["next"] == again["next"] == where
    assert len(context.states.of("table-1").state.turns) == 1


def _invite(client: Client) -> str:
    """The code of the second seat at a new table."""
    form = {"opponent": "there", "first": "Ann", "second": "Ben", "rulebook": "club"}
    begun = client.post("/play", data=form, follow_redirects=False)
    assert begun.headers["location"] == "/play/invite"  # no address has the code
    link = re.search(r"<code>([^<]+)</code>", client.get("/play/invite").text)
    assert link
    return link[1].rpartition("/")[2]


def test_the_second_seat_is_joined_once_from_another_browser(client: Client, context: Context) -> None:
    code = _invite(client)
    assert code in client.get("/play/invite").text  # loaded again
    # No clock runs before the other is there.
    assert "Waiting for Ben to join" in client.get("/tables/table-1").text
    assert not any(face.runs for face in scene_at(context, Caller("", ""), "table-1").clocks)
    with _visitor(context) as other:
        assert other.get("/play/invite", follow_redirects=False).headers["location"] == "/play"
        asked = other.get(f"/join/{code}").text
        assert "Ann invites you to a game." in asked
        assert "You play as Ben." in asked
        joined = other.post("/join", data={"code": code, "name": "Ben"}, follow_redirects=False)
        assert joined.headers["location"] == "/tables/table-1"
        assert any(face.runs for face in scene_at(context, Caller("", ""), "table-1").clocks)
        assert "Waiting for Ben to join" not in client.get("/tables/table-1").text
        assert "table-1" not in other.get("/join").text
        seen = other.get("/tables/table-1")
        assert seen.status_code == 200
        racks = context.states.of("table-1").state.position.racks
        mine, theirs = (seat for seat in (1, 0))
        shown = re.search(r'"rack":\[([^\]]*)\]', seen.text)
        assert shown
        assert sorted(re.findall(r'"(\?|[A-Z])"', shown[1])) == sorted(racks[mine].tiles)
        assert sorted(racks[theirs].tiles) != sorted(racks[mine].tiles)
    taken = client.get("/play/invite", follow_redirects=False)
    assert taken.headers["location"] == "/tables/table-1"


def test_a_seat_is_taken_once(client: Client, context: Context) -> None:
    """A second code for it would show the opponent's rack to whoever began the game."""
    key = re.search(r'name="sending" value="([^"]+)"', client.get("/play").text)
    assert key
    form = {"opponent": "there", "first": "Ann", "second": "Ben", "rulebook": "club", "sending": key[1]}

    def code_after_sending() -> str | None:
        assert client.post("/play", data=form, follow_redirects=False).status_code == 303
        link = re.search(r"<code>([^<]+)</code>", client.get("/play/invite").text)
        return None if link is None else link[1].rpartition("/")[2]

    first, second = code_after_sending(), code_after_sending()
    assert first
    assert second
    with _visitor(context) as other:
        assert other.post("/join", data={"code": first, "name": "Ben"}).status_code == 403, (
            "a newer one is out"
        )
        other.post("/join", data={"code": second, "name": "Ben"})
        assert '"rack":[' in other.get("/tables/table-1").text
    assert code_after_sending() is None
    holders = [each for each in context.devices.devices(OWNER) if _seat(1) in each.grants]
    assert len(holders) == 1
    with pytest.raises(IllegalError, match="somebody sits there"):
        context.devices.join(context.devices.invite(OWNER, [_seat(1)]).secret, Joining("Mallory"))


def _seat(number: int) -> Grant:
    return Grant(Role.PLAYER, "table-1", entrant=number)


def test_a_game_whose_answer_was_lost_is_begun_once(client: Client, context: Context) -> None:
    key = re.search(r'name="sending" value="([^"]+)"', client.get("/play").text)
    assert key
    kept = client.cookies[COOKIE]
    form = {"opponent": "strong", "first": "Ann", "rulebook": "club", "sending": key[1]}
    for _ in range(2):
        client.cookies.clear()
        client.cookies.set(COOKIE, kept)
        begun = client.post("/play", data=form, follow_redirects=False)
        assert begun.headers["location"] == "/tables/table-1"
    assert len(context.devices.devices(OWNER)) == 1
    with _visitor(context) as other:
        taken = other.post("/play", data=form)
        assert taken.status_code == 409
        assert "Somebody sits there already" in taken.text


def test_whoever_began_a_game_gets_nothing_of_an_official_who_joins_by_their_token(
    client: Client, context: Context
) -> None:
    """A stranger puts the token of a game into a director's browser, and sends the form of the game again."""
    key = re.search(r'name="sending" value="([^"]+)"', client.get("/play").text)
    assert key
    kept = client.cookies[COOKIE]
    form = {"opponent": "here", "first": "Eve", "second": "Bo", "rulebook": "club", "sending": key[1]}
    client.post("/play", data=form, follow_redirects=False)
    code = context.devices.invite(OWNER, [Grant(Role.DIRECTOR, HOUSE)], name="Dora").secret
    with _visitor(context) as director:
        director.cookies.set(COOKIE, client.cookies[COOKIE])
        director.post("/join", data={"code": code})
        assert "director" in director.get("/api/v1/session").text
    client.cookies.clear()
    client.cookies.set(COOKIE, kept)
    assert client.post("/play", data=form).status_code == 409
    assert "director" not in client.get("/api/v1/session").text


def test_no_code_is_shown_where_no_phone_can_reach_the_program(context: Context) -> None:
    with TestClient(create_app(context), base_url="http://127.0.0.1:8080") as client:
        client.headers["Origin"] = str(client.base_url)
        code = _invite(client)
        picture = 'aria-label="QR code'
        assert picture in client.get("/play/invite").text
        client.app.state.served_at = "127.0.0.1"
        page = client.get("/play/invite").text
        assert picture not in page
        assert "the program runs on this computer only" in page
        assert f"<code>http://127.0.0.1:8080/join/{code}</code>" in page


def test_a_game_is_played_again_once_by_the_same_people_with_sides_changed(
    client: Client, context: Context
) -> None:
    code = _invite(client)
    with _visitor(context) as other:
        other.post("/join", data={"code": code})
        assert client.post("/play/again/table-1").status_code == 409  # it is not over
        while (table := context.states.of("table-1").state).stage is Stage.PLAYING:
            mover = client if to_move(table) == 0 else other
            assert mover.post("/tables/table-1", data={"do": "pass"}).status_code == 200
        with _visitor(context) as stranger:
            assert stranger.post("/play/again/table-1").status_code == 401
            assert "/play/again/" not in stranger.get("/tables/table-1").text
        assert "/play/again/table-1" in other.get("/tables/table-1").text
        begun = client.post("/play/again/table-1", follow_redirects=False)
        assert begun.headers["location"] == "/tables/table-2"
        # The other is at the new table already, is told so at the old one, and begins no third.
        assert 'href="/tables/table-2"' in other.get("/tables/table-1").text
        again = other.post("/play/again/table-1", follow_redirects=False)
        assert again.headers["location"] == "/tables/table-2"
        after = context.states.of("table-2").state
        assert (after.sides, after.rulebook) == (("Ben", "Ann"), table.rulebook)
        for seat, browser in enumerate((other, client)):
            shown = re.search(r'"rack":\[([^\]]*)\]', browser.get("/tables/table-2").text)
            assert shown
            assert sorted(re.findall(r'"(\?|[A-Z])"', shown[1])) == sorted(after.position.racks[seat].tiles)


def test_games_are_begun_no_faster_than_devices_may_join(context: Context) -> None:
    limits = Limits(joins=Limiter(Rate(burst=2, per_second=0.001)))
    form = {"opponent": "here", "first": "Ann", "second": "Ben", "rulebook": "club"}
    answers = []
    with TestClient(create_app(context, limits=limits)) as stranger:
        for _ in range(3):
            stranger.cookies.clear()  # somebody new each time, from the same address
            answers.append(stranger.post("/play", data=form, follow_redirects=False).status_code)
    assert answers == [303, 303, 429]


def test_somebody_who_only_looks_sees_no_rack_and_no_button(client: Client, context: Context) -> None:
    where = _begin(client, opponent="here")
    with _visitor(context) as stranger:
        page = stranger.get(where).text
        assert '"rack":null' in page
        assert 'value="pass"' not in page
        assert stranger.post(where, data={"do": "pass"}).status_code == 401
        assert stranger.get("/previews/table-1?play=8D+CAT").status_code == 401


def test_a_preview_scores_a_play_and_never_says_whether_a_word_is_good(client: Client) -> None:
    _begin(client, opponent="real")
    for seat, tile in ((0, "A"), (1, "B")):
        client.post("/tables/table-1", data={"do": "draw", "seat": str(seat), "tile": tile})
    seen = client.get("/previews/table-1?play=8D+QXZJKV").json()
    assert seen["points"] == 2 * (10 * 2 + 8 + 10 + 8 + 5 + 4)
    assert seen["words"] == [["QXZJKV", seen["points"]]]
    apart = client.get("/previews/table-1?play=1A+CAT").json()
    assert apart["points"] is None
    assert apart["faults"]


def test_one_team_at_its_own_board_has_no_computer_to_play_against(client: Client) -> None:
    assert "Tortoise division (one team, no opponent)" in client.get("/play").text
    form = {"opponent": "steady", "first": "Ann", "rulebook": "bee-tortoise"}
    refused = client.post("/play", data=form)
    assert refused.status_code == 409
    assert "gives each team its own board" in refused.text


def test_whoever_sits_at_a_free_table_allows_a_play_that_comes_late(tmp_path: Path) -> None:
    computer = Computer()
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), time=computer.time)
    with Context.open(tmp_path / "late.db", parts) as context, _visitor(context) as client:
        where = _begin(client, opponent="here", rulebook="grand-island")
        assert 'value="allow"' in client.get(where).text
        computer.passes(4 * 60_000)
        table = context.states.of("table-1").state
        late = {"do": "exchange", "tile": table.position.racks[to_move(table)].tiles[0]}
        assert client.post(where, data=late).status_code == 409
        with _visitor(context) as stranger:
            assert stranger.post(where, data={"do": "allow"}).status_code == 401
        assert client.post(where, data={"do": "allow"}).status_code == 200
        assert client.post(where, data=late).status_code == 200
        assert len(context.states.of("table-1").state.turns) == 1


def test_on_two_phones_the_other_player_allows_what_comes_late(tmp_path: Path) -> None:
    computer = Computer()
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), time=computer.time)
    with Context.open(tmp_path / "late.db", parts) as context:
        begun = begin_game(context, "", Wish("grand-island", ("Ann", "Ben"), shared=False))
        assert begun.code is not None
        other = join_by_code(context, begun.code, Joining("Ben"))
        callers = (context.devices.caller_of(begun.token), other.caller)
        computer.passes(4 * 60_000)
        late = to_move(context.states.of(begun.stream).state)
        assert late is not None
        with pytest.raises(IllegalError) as refused:
            play_on(context, callers[late], begun.stream, c.Allow("", ""))
        assert refused.value.code == "own-delay"
        assert not scene_at(context, callers[late], begun.stream).may_allow
        assert scene_at(context, callers[1 - late], begun.stream).may_allow
        assert play_on(context, callers[1 - late], begun.stream, c.Allow("", "")).facts


def test_a_turn_that_is_taken_back_and_equal_tiles_in_the_draw_are_told(client: Client) -> None:
    where = _begin(client, opponent="real")
    scripted = {"Accept": "application/json"}
    for tile in "MA":
        for seat, drawn in ((0, tile), (1, "M")):
            form = {"do": "draw", "seat": str(seat), "tile": drawn}
            said = client.post(where, data=form, headers=scripted).json()["said"]
        assert (said == "Everyone drew M. Draw again.") == (tile == "M")
    client.post(where, data={"do": "pass"})
    said = client.post(where, data={"do": "undo"}, headers=scripted).json()["said"]
    assert said == "Turn 1 undone."


def test_hints_are_for_games_that_are_over(context: Context) -> None:
    begun = begin_game(context, "", Wish("club", ("Ann", "Ben")))
    with pytest.raises(IllegalError, match="finish the game first"):
        hints_for(context, begun.stream, 1)


@pytest.mark.parametrize("name", [next(iter(COMPUTERS)), "x" * 41, "\u0000"])
def test_nobody_can_sit_down_as_the_computer_or_with_an_endless_name(client: Client, name: str) -> None:
    form = {"opponent": "here", "first": name, "second": "Ben", "rulebook": "club"}
    response = client.post("/play", data=form)
    assert response.status_code == 422
    assert "Choose another name" in response.text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "مريم", "🦉 Owls", "O'Neil & Sons"])
def test_any_name_is_shown_as_text(client: Client, name: str) -> None:
    where = _begin(client, opponent="here", first=name)
    page = client.get(where).text
    assert "<script>alert" not in page
    assert client.get(where).status_code == 200


def test_free_tables_are_named_apart_from_those_of_rounds(context: Context) -> None:
    assert is_free_table(begin_game(context, "", Wish("club", ("Ann", "Ben"))).stream)


def _finished(context: Context) -> str:
    """The stream of a game against the computer that was played to its end."""
    begun = begin_game(context, "", Wish("club", ("Ann",), Strength.GENTLE))
    caller = context.devices.caller_of(begun.token)
    while (table := scene_at(context, caller, begun.stream).table).stage is not Stage.ENDED:
        seat = to_move(table)
        assert seat is not None
        engines = engines_of(context)
        play_on(context, caller, begun.stream, move_of(engines, table, seat, Strength.STRONG, context.rng))
    return begun.stream


@pytest.mark.long
def test_a_finished_game_is_looked_back_on_turn_by_turn_and_taken_along(
    client: Client, context: Context
) -> None:
    stream = _finished(context)
    turns = len(context.states.of(stream).state.turns)
    last = client.get(f"/replays/{stream}").text
    assert f"{turns} of {turns}" in last
    assert "<svg" in last
    first = client.get(f"/replays/{stream}?turn=1").text
    assert "Best plays available" in first
    assert re.search(r"wins \d+ %", first)
    assert client.get(f"/replays/{stream}?turn=99999").status_code == 200
    gcg = client.get(f"/games/{stream}?form=gcg")
    assert "#player1" in gcg.text
    assert gcg.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in gcg.headers["content-disposition"]
    assert client.get(f"/games/{stream}?form=png").content.startswith(b"\x89PNG")
    table = context.states.of(stream).state
    won = result_text(table, scores(table), catalogue("en"))
    assert " won (" in won
    drawn = client.get(f"/games/{stream}?form=svg").text
    assert won.partition(" (")[0] in drawn
    marked = re.findall(rf'font-size="72"[^>]*fill="{Theme.LIGHT.palette.accent}"[^>]*>(\d+)<', drawn)
    result = outcome(table)
    assert result
    assert marked == [str(max(result.scores))]
    assert client.get(f"/games/{stream}?form=exe").status_code == 400


def test_the_best_plays_of_a_turn_are_found_in_a_queue_of_their_own(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes up to half a second, and anybody may ask for those of all turns of all games at once."""
    where = _begin(client, opponent="here")
    for _ in range(6):
        client.post(where, data={"do": "pass"})
    threads = list[str]()

    def noted(context: Context, stream: str, number: int) -> tuple[Hint, ...]:
        threads.append(threading.current_thread().name)
        return hints_for(context, stream, number)

    monkeypatch.setattr(replay, "hints_for", noted)
    page = client.get(f"/replays/{where.removeprefix('/tables/')}?turn=1").text
    assert "Best plays available" in page
    assert [name.partition("_")[0] for name in threads] == ["hints"]
    monkeypatch.setattr(HINTS, "most", 0)
    crowded = client.get(f"/replays/{where.removeprefix('/tables/')}?turn=2")
    assert crowded.status_code == 200
    assert "Best plays available" not in crowded.text


def test_a_game_that_runs_is_not_told_turn_by_turn(client: Client) -> None:
    where = _begin(client, opponent="here").removeprefix("/tables/")
    assert client.get(f"/replays/{where}").status_code == 409
    assert client.get(f"/games/{where}").status_code == 409


@pytest.mark.long
def test_free_games_and_hints_are_closed_while_a_round_runs_here(client: Client, context: Context) -> None:
    stream = _finished(context)
    where = _begin(client, opponent="here")
    begin_cup(context)
    start_round(context)
    assert "A tournament round is in progress" in client.get("/play").text
    form = {"opponent": "strong", "first": "Ann", "rulebook": "club"}
    assert client.post("/play", data=form).status_code == 409
    assert client.post(where, data={"do": "pass"}).status_code == 409
    assert "Best plays available" not in client.get(f"/replays/{stream}?turn=1").text
    with pytest.raises(IllegalError, match="a tournament round is in progress"):
        hints_for(context, stream, 1)


NONSENSE = ("", "<script>alert(1)</script>", "9" * 50, "-1", "\u202eabc", "🦉", "A" * 4000, "8D", "?? ??")


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_every_form_of_a_table_answers_nonsense_with_a_sentence(
    client: Client, context: Context, nonsense: str
) -> None:
    where = _begin(client, opponent="real")
    before = context.states.of("table-1").version
    for wanted in (
        "play",
        "exchange",
        "points",
        "challenge",
        "draw",
        "rack",
        "correct",
        "sign",
        "end",
        "no such form",
    ):
        form = dict.fromkeys(("play", "tiles", "points", "word", "tile", "seat", "turn", "signer"), nonsense)
        answer = client.post(where, data=form | {"do": wanted})
        assert 400 <= answer.status_code < 500, wanted
        assert "<script>alert" not in answer.text
    assert context.states.of("table-1").version == before

"""The analysis board by plain requests: bringing a game, and hearing what the engine thinks."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from engine.test_solve import JERK
from web.room import OWNER, bearer, begin_cup, start_round
from wordwaiter.engine.review.game_review import MOST_MOVES
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Stage, Table
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.layout import shipped_layout
from wordwaiter.rules.rack import Rack, parse_rack, rack_of
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.computer import Strength, move_of
from wordwaiter.service.tables.free_games import Wish, begin_game, engines_of, play_on
from wordwaiter.service.tables.free_table_expiry import end_free_table
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Rate
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.pages.play import analysis

GAME = (
    "#player1 Ada Ada\n#player2 Bo Bo\n"
    ">Ada: AEINRTE 8H EAR +6 6\n>Bo: AEGNRST - +0 0\n>Ada: EINTTUV -UV +0 6\n>Bo: -3 +0 0\n"
)


@contextmanager
def house(place: Path) -> Iterator[tuple[Context, TestClient[Any]]]:
    with (
        Context.open(place, ContextParts(judge=Judge((open_lexicon("enable"),)))) as context,
        TestClient(create_app(context)) as client,
    ):
        client.headers["Origin"] = str(client.base_url)
        yield context, client


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, TestClient[Any]]]:
    with house(tmp_path_factory.mktemp("analysis") / "journal.db") as both:
        yield both


@pytest.fixture
def client(opened: tuple[Context, TestClient[Any]]) -> TestClient[Any]:
    return opened[1]


@pytest.fixture
def context(opened: tuple[Context, TestClient[Any]]) -> Context:
    return opened[0]


def brought(client: TestClient[Any], text: str) -> dict[str, Any]:
    answer = client.post("/analysis", data={"game": text, "rulebook": "club"})
    assert answer.status_code == 200, answer.text
    return told_game(answer.text)


def told_game(page: str) -> dict[str, Any]:
    found = re.search(r'id="review">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(unescape(found[1]))
    return told


def events(answer: str) -> list[tuple[str, Any]]:
    return [(name, json.loads(data)) for name, data in re.findall(r"event: (\S+)\ndata: (.*)\n\n", answer)]


def thought(client: TestClient[Any], **fields: str) -> list[tuple[str, Any]]:
    answer = client.post("/analysis/think", data={"rulebook": "club", **fields})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return events(answer.text)


def test_the_form_leads_to_the_board_with_every_turn(client: TestClient[Any]) -> None:
    assert 'action="/analysis"' in client.get("/analysis").text
    game = brought(client, GAME)
    assert game["players"] == ["Ada", "Bo"]
    assert [(turn["player"], turn["text"]) for turn in game["turns"][:3]] == [
        (0, "8H EAR"),
        (1, "-"),
        (0, "-UV"),
    ]
    first, second, *_ = game["turns"]
    assert first["squares"] == ["H8", "I8", "J8"]
    assert (second["board"][7], second["scores"]) == (".......EAR.....", [6, 0])
    assert second["rack"] == list("AEGNRST")


def test_a_turn_that_cannot_be_analysed_says_why(client: TestClient[Any]) -> None:
    last = brought(client, GAME)["turns"][-1]
    assert last["position"] == ""
    assert "does not say" in last["whyNot"]


def test_a_position_is_a_game_with_one_turn_to_make(client: TestClient[Any]) -> None:
    [turn] = brought(client, JERK)["turns"]
    assert (turn["text"], turn["scores"]) == ("", [398, 354])
    assert turn["position"].startswith("JERK3L5C1/")


@pytest.mark.parametrize("text", ["", "no game at all", "#player1 Ada Ada\n#player2 Bo Bo\n"])
def test_a_text_that_is_no_game_comes_back_with_a_sentence(client: TestClient[Any], text: str) -> None:
    answer = client.post("/analysis", data={"game": text})
    assert answer.status_code in {400, 422}
    complaint = re.search(r'class="complaint" role="alert">([^<]+)<', answer.text)
    assert complaint is not None


def test_a_record_longer_than_any_game_is_refused_before_it_is_played_again(client: TestClient[Any]) -> None:
    """The work grows with the square of the moves: ten kilobytes kept everybody waiting for minutes."""
    moves = "".join(f">{'Ada' if number % 2 else 'Bo'}: A 1A QQ 0 0\n" for number in range(MOST_MOVES + 1))
    answer = client.post("/analysis", data={"game": f"#player1 Ada Ada\n#player2 Bo Bo\n{moves}"})
    assert answer.status_code == 422
    assert f"more than {MOST_MOVES} moves" in answer.text


@pytest.mark.parametrize(
    ("path", "asks"), [("/analysis", "review_of_text"), ("/analysis?game=table-1", "scene_at")]
)
def test_no_page_waits_for_a_game_that_is_brought(
    client: TestClient[Any], path: str, asks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list[str]()

    def asked(*_: object) -> None:
        names.append(threading.current_thread().name)
        raise MalformedError("no-game", "paste a game first, or choose a file")

    monkeypatch.setattr(analysis, asks, asked)
    client.get(path) if "?" in path else client.post(path, data={"game": GAME})
    assert [name.partition("_")[0] for name in names] == ["reviews"]


def test_places_are_counted_when_a_question_has_come(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when it begins to: many could begin together, and take their time to send the rest."""
    taken = [threading.Event() for _ in range(analysis._MOST_WAITING)]
    of = Fields.of

    async def slowly(request: Any) -> Fields:
        analysis._asked.update(dict.fromkeys(taken, analysis.Asker("elsewhere", "")))
        return await of(request)

    monkeypatch.setattr(Fields, "of", slowly)
    try:
        assert client.post("/analysis/think", data={"position": JERK}).status_code == 503
    finally:
        forget(taken)


def forget(taken: list[threading.Event]) -> None:
    for each in taken:
        analysis._asked.pop(each, None)


def test_one_address_leaves_the_engine_to_others(client: TestClient[Any]) -> None:
    """One phone could take all places with questions of eight seconds each."""
    taken = [threading.Event() for _ in range(analysis._MOST_OF_ONE)]
    assert 2 * analysis._MOST_OF_ONE <= analysis._MOST_WAITING
    try:
        for whose, status in (("testclient", 503), ("elsewhere", 200)):
            analysis._asked.update(dict.fromkeys(taken, analysis.Asker(whose, "")))
            assert client.post("/analysis/think", data={"position": JERK}).status_code == status, whose
    finally:
        forget(taken)


def test_who_takes_the_last_place_meanwhile_keeps_it(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer is begun some time after it was asked for."""
    looked = iter([None, UnavailableError("engine-busy", "the engine is busy; try again in a moment")])

    def require(_asker: str) -> None:
        if problem := next(looked):
            raise problem

    monkeypatch.setattr(analysis, "_require_place", require)
    told = client.post("/analysis/think", data={"position": JERK}).text
    assert told.startswith("event: refused")
    assert not analysis._asked


def test_the_engine_tells_the_best_plays_and_the_mistake(client: TestClient[Any]) -> None:
    turn = brought(client, GAME)["turns"][1]
    told = thought(client, position=turn["position"], played="-", points="")
    assert told[0][0] == "waiting"
    name, found = told[-1]
    assert name == "found"
    assert found["turns"][0]["win"] > found["played"]["win"]
    assert found["mistake"] == "large"
    assert any("scores" in reason for reason in found["why"])


def test_an_endgame_is_proven(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    # It ends when it is proven; no busy machine may end it before.
    monkeypatch.setitem(analysis._SECONDS, "quick", 600.0)
    _, found = thought(client, position=JERK, played="B8 WAYS", points="33")[-1]
    assert found["proven"] is True
    assert (found["isBest"], found["turns"][0]["spread"]) == (True, -6)


def test_a_play_can_be_followed(client: TestClient[Any]) -> None:
    answer = client.post(
        "/analysis/try", data={"position": JERK, "played": "B8 WAYS", "rack": "?", "rulebook": "club"}
    )
    told = answer.json()
    assert told["scores"] == [354, 398 + 33]
    assert told["board"][7][1] == "W"
    assert (told["readable"], told["squares"]) == ("B8 WAYS", ["B8", "B9", "B10", "B11"])
    assert " ?/ 354/431 0" in told["position"]


def test_a_position_that_cannot_be_is_refused_with_a_sentence(client: TestClient[Any]) -> None:
    name, told = thought(client, position=JERK.replace("AEIQSWY", "QQQ"), played="")[-1]
    assert name == "refused"
    assert "tiles" in told["problem"]


def test_who_asks_too_often_is_told_to_wait(client: TestClient[Any]) -> None:
    limits = client.app.state.limits
    usual = limits.thoughts
    object.__setattr__(limits, "thoughts", Limiter(Rate(burst=1, per_second=0.01)))
    try:
        fields = {"position": JERK, "played": "B8 WAYS", "points": "33", "rulebook": "club"}
        codes = [client.post("/analysis/think", data=fields).status_code for _ in range(2)]
    finally:
        object.__setattr__(limits, "thoughts", usual)
    assert codes == [200, 429]


def test_a_device_that_has_joined_has_a_quota_of_its_own(client: TestClient[Any], context: Context) -> None:
    limits = client.app.state.limits
    usual = limits.own_thoughts, limits.thoughts
    for name in ("own_thoughts", "thoughts"):
        object.__setattr__(limits, name, Limiter(Rate(burst=1, per_second=0.01)))
    try:
        fields = {"position": JERK, "played": "B8 WAYS", "points": "33", "rulebook": "club"}
        tokens = [begin_game(context, "", Wish("club", ("Ann", "Ben"))).token for _ in range(2)]
        heads = [bearer(token) for token in (tokens[0], tokens[0], tokens[1])]
        codes = [client.post("/analysis/think", data=fields, headers=head).status_code for head in heads]
        codes.append(client.post("/analysis/think", data=fields).status_code)
    finally:
        for name, limit in zip(("own_thoughts", "thoughts"), usual, strict=True):
            object.__setattr__(limits, name, limit)
    assert codes == [200, 429, 200, 200]


def test_one_device_leaves_places_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {threading.Event(): analysis.Asker("10.0.0.1", "ann") for _ in range(2)}
    monkeypatch.setattr(analysis, "_asked", asked)
    with pytest.raises(UnavailableError):
        analysis._require_place(analysis.Asker("10.0.0.1", "ann"))
    analysis._require_place(analysis.Asker("10.0.0.1", "ben"))
    asked |= {threading.Event(): analysis.Asker("10.0.0.1", "") for _ in range(4)}
    with pytest.raises(UnavailableError):
        analysis._require_place(analysis.Asker("10.0.0.1", "ben"))
    analysis._require_place(analysis.Asker("10.0.0.2", ""))


def _moved(context: Context, strength: Strength, until: Callable[[Table], bool]) -> str:
    """The stream of a free game of two people, after turns of the computer for both."""
    begun = begin_game(context, "", Wish("club", ("Ann", "Ben")))
    caller = context.devices.caller_of(begun.token)
    while not until(table := scene_at(context, caller, begun.stream).table):
        seat = to_move(table)
        assert seat is not None
        engines = engines_of(context)
        play_on(context, caller, begun.stream, move_of(engines, table, seat, strength, context.rng))
    return begun.stream


def test_a_game_that_is_still_played_here_is_not_analysed(client: TestClient[Any], context: Context) -> None:
    stream = _moved(context, Strength.STRONG, lambda table: not table.position.board.is_empty)
    assert client.get("/analysis", params={"game": stream}).status_code == 409
    board = context.states.of(stream).state.position.board
    position = str(Position(board, (rack_of("AEINRST", board.tile_set), Rack(())), (0, 0)))
    name, told = thought(client, position=position)[-1]
    assert name == "refused"
    assert "still being played" in told["problem"]


@pytest.mark.parametrize("path", ["/analysis/think", "/analysis/try"])
def test_a_game_that_is_still_played_here_is_known_though_a_tile_was_changed(
    client: TestClient[Any], context: Context, path: str
) -> None:
    stream = _moved(context, Strength.STRONG, lambda table: len(table.turns) > 3)
    rows = context.states.of(stream).state.position.board.text().upper().split("\n")
    row = next(number for number, text in enumerate(rows) if text.strip("."))
    other = "E" if rows[row].strip(".")[0] != "E" else "A"
    rows[row] = rows[row].replace(rows[row].strip(".")[0], other, 1)
    board = parse_board("\n".join(rows), shipped_layout("standard"), shipped_tile_set("english"))
    position = str(Position(board, (parse_rack("V", board.tile_set), Rack(())), (0, 0)))
    answer = client.post(path, data={"position": position, "rulebook": "club", "played": "-"})
    assert "still being played" in answer.text


def test_a_game_is_known_that_is_not_in_memory(client: TestClient[Any], context: Context) -> None:
    """Another process has moved there since, or somebody was erased."""
    stream = _moved(context, Strength.STRONG, lambda table: not table.position.board.is_empty)
    board = context.states.of(stream).state.position.board
    context.states.let_go(stream)
    position = str(Position(board, (rack_of("AEINRST", board.tile_set), Rack(())), (0, 0)))
    name, told = thought(client, position=position)[-1]
    assert (name, "still being played" in told.get("problem", "")) == ("refused", True)


def test_a_game_that_nobody_can_play_on_is_analysed(client: TestClient[Any], context: Context) -> None:
    stream = _moved(context, Strength.STRONG, lambda table: not table.position.board.is_empty)
    board = context.states.of(stream).state.position.board
    end_free_table(context, OWNER, stream)
    position = str(Position(board, (rack_of("AEINRST", board.tile_set), Rack(())), (0, 0)))
    assert thought(client, position=position, played="")[-1][0] == "found"


def test_before_the_first_play_a_game_is_known_by_a_rack(client: TestClient[Any], context: Context) -> None:
    begun = begin_game(context, "", Wish("club", ("Ann", "Ben")))
    held = context.states.of(begun.stream).state.position.racks
    board = parse_board("\n".join(["." * 15] * 15), shipped_layout("standard"), shipped_tile_set("english"))
    for rack in held:
        position = str(Position(board, (Rack(rack.tiles[1:]), Rack(())), (0, 0)))
        name, told = thought(client, position=position, played="")[-1]
        assert (name, "still being played" in told["problem"]) == ("refused", True)


@pytest.mark.long
def test_a_game_that_was_played_here_leads_to_the_board(client: TestClient[Any], context: Context) -> None:
    stream = _moved(context, Strength.STRONG, lambda table: table.stage is Stage.ENDED)
    assert f'href="/analysis?game={stream}"' in client.get(f"/replays/{stream}").text
    shown = client.get("/analysis", params={"game": stream})
    assert shown.status_code == 200
    assert 'id="review"' in shown.text


def test_a_round_closes_the_analysis(tmp_path: Path) -> None:
    with house(tmp_path / "journal.db") as (context, client):
        begin_cup(context)
        start_round(context)
        page = client.get("/analysis").text
        assert "A tournament round is in progress" in page
        assert "<textarea" not in page
        fields = {"position": JERK, "rulebook": "club", "game": JERK, "played": "-"}
        paths = ("/analysis", "/analysis/think", "/analysis/try")
        assert [client.post(path, data=fields).status_code for path in paths] == [409] * 3


def test_the_director_opens_the_analysis_during_a_round(tmp_path: Path) -> None:
    with house(tmp_path / "journal.db") as (context, client):
        stream = begin_cup(context)
        start_round(context)
        execute(context, OWNER, TOURNAMENTS, stream, c.AllowAnalysis(""))
        assert "<textarea" in client.get("/analysis").text
        assert brought(client, GAME)["players"] == ["Ada", "Bo"]
        other = begin_cup(context)
        execute(context, OWNER, TOURNAMENTS, other, c.StartRound("Cora", "A"))
        assert "<textarea" not in client.get("/analysis").text, "another director has not allowed it"
        execute(context, OWNER, TOURNAMENTS, other, c.AllowAnalysis(""))
        assert "<textarea" in client.get("/analysis").text
        execute(context, OWNER, TOURNAMENTS, stream, c.ForbidAnalysis(""))
        assert "<textarea" not in client.get("/analysis").text


@pytest.mark.parametrize("path", ["/analysis/think", "/analysis/try"])
def test_a_rack_of_all_tiles_does_not_tell_what_somebody_holds(
    client: TestClient[Any], context: Context, path: str
) -> None:
    begin_game(context, "", Wish("club", ("Ann", "Ben")))
    board = parse_board("\n".join(["." * 15] * 15), shipped_layout("standard"), shipped_tile_set("english"))
    every = rack_of(Counter(board.tile_set.counts).elements(), board.tile_set)
    position = str(Position(board, (every, Rack(())), (0, 0)))
    answer = client.post(path, data={"position": position, "rulebook": "club", "played": "-"})
    assert "the most is 7" in answer.text
    assert "still being played" not in answer.text


def test_the_puzzle_of_the_day_is_a_position_whose_best_play_is_hidden(client: TestClient[Any]) -> None:
    page = client.get("/puzzle").text
    assert "learning puzzle" in page
    [turn] = told_game(page)["turns"]
    assert (turn["text"], len(turn["rack"])) == ("", 7)
    assert told_game(page) == told_game(client.get("/puzzle").text)
    earlier = re.search(r'href="(/puzzle\?day=[\d-]+)"', page)
    assert earlier is not None
    assert told_game(client.get(earlier[1]).text) != told_game(page)
    assert "/puzzle" in client.get("/").text


@pytest.mark.parametrize("day", ["2999-01-01", "1999-12-31", "yesterday"])
def test_a_day_without_a_puzzle_is_refused_with_a_sentence(client: TestClient[Any], day: str) -> None:
    answer = client.get("/puzzle", params={"day": day})
    assert (answer.status_code, "choose today or an earlier one" in answer.text) == (422, True)


def record_so_far(page: str) -> str:
    found = re.search(r'<textarea name="game" hidden[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_a_game_is_written_down_turn_by_turn_and_analysed(client: TestClient[Any]) -> None:
    assert 'href="/analysis/record"' in client.get("/analysis").text
    assert 'name="first"' in client.get("/analysis/record").text
    page = client.post("/analysis/record", data={"do": "begin", "first": "Ada", "second": "Bo"}).text
    for rack, turn in (("AEINRTE", "8D RETINA"), ("", "D8 .OSE")):
        fields = {"do": "add", "rulebook": "club", "game": record_so_far(page), "rack": rack, "turn": turn}
        page = client.post("/analysis/record", data=fields).text
    assert "Ada to move" in page
    wrong = client.post("/analysis/record", data=fields | {"game": record_so_far(page), "turn": "1A CAT"})
    assert (wrong.status_code, "touches no word on the board" in wrong.text) == (409, True)
    assert record_so_far(wrong.text) == record_so_far(page), "what was there is kept"
    game = brought(client, record_so_far(page))
    assert [(turn["text"], turn["points"]) for turn in game["turns"]] == [("8D RETINA", 14), ("D8 .OSE", 4)]
    assert [turn["unsure"] for turn in game["turns"]] == [False, True]
    back = client.post("/analysis/record", data={"do": "undo", "game": record_so_far(page)}).text
    assert "Bo to move" in back


def test_two_players_of_one_name_are_asked_for_other_names(client: TestClient[Any]) -> None:
    answer = client.post("/analysis/record", data={"do": "begin", "first": "Ada", "second": "Ada"})
    assert (answer.status_code, "tell them apart" in answer.text) == (422, True)
    assert 'value="Ada"' in answer.text

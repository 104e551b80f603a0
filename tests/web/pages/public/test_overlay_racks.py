"""What video overlays tell of those who play: racks late or never, records, places, ratings, chances."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.events import DIRECTOR, Event, prepare
from web.pages.public.test_overlays import an_event, lay
from web.pages.test_buttons import Visitor
from web.room import bearer, join
from wordwaiter.errors import UnavailableError
from wordwaiter.game import commands as g
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.notation.cgp import Position
from wordwaiter.roles import Role
from wordwaiter.rules.rack import Rack, parse_rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import MOST_TOPICS
from wordwaiter.service.jobs.engine_work import best_chance
from wordwaiter.service.rounds import known_chances
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.tables.computer import Engines
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app

MINUTE = 60_000


class Stream:
    """An event whose first table is on camera, and whose time the test turns on."""

    def __init__(self, context: Context, event: Event) -> None:
        self.context, self.stream, self.table = context, event.stream, event.tables[0]
        self._now = context.watch()
        context.watch = lambda: self._now  # type: ignore[assignment]
        self.client: TestClient[Any] = TestClient(create_app(context))

    def wait(self, minutes: float) -> None:
        self._now += int(minutes * MINUTE)

    def text(self, field: str) -> str:
        answer = self.client.get(f"/overlay/{self.stream}/{field}?table=1")
        assert answer.status_code == 200
        return answer.text.rstrip("\n")

    def page(self, field: str) -> str:
        return self.client.get(f"/overlay/{self.stream}/{field}/page?table=1").text

    def show_racks(self, minutes: int) -> None:
        execute(self.context, DIRECTOR, TOURNAMENTS, self.stream, c.ShowRacks("", minutes * MINUTE))

    def declare(self, seat: int, tiles: str) -> None:
        execute(self.context, DIRECTOR, TABLES, self.table, g.DeclareRack(seat, tuple(tiles)))

    def play(self, text: str) -> None:
        """The seat to move plays, however long it has thought."""
        execute(self.context, DIRECTOR, TABLES, self.table, g.Allow("", "for the stream"))
        lay(self.context, self.table, text)

    def give(self, command: Any) -> None:
        execute(self.context, DIRECTOR, TABLES, self.table, command)

    def let_go(self, tiles: str, square: str = "D8") -> None:
        """The seat to move passes, and the one before it plays what it kept of its rack."""
        table: Table = self.context.states.of(self.table).state
        self.give(g.Pass(table.position.to_move))
        self.play(f"{square} {tiles}")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.text("names").split(" – "))


@pytest.fixture
def on_air(tmp_path: Path) -> Iterator[Stream]:
    place, event = an_event(tmp_path / "event.db")
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(place, ContextParts(judge=judge)) as context:
        stream = Stream(context, event)
        with stream.client:
            yield stream


def test_no_rack_is_shown_unless_the_director_wants_it(on_air: Stream) -> None:
    on_air.declare(0, "AEINRST")
    on_air.wait(120)
    assert on_air.text("racks") == ""
    assert "AEINRST" not in on_air.page("racks").replace("</b><b>", "")


def test_without_a_delay_no_rack_is_shown_of_a_game_that_is_over(on_air: Stream) -> None:
    on_air.declare(0, "AEINRST")
    on_air.wait(31)
    on_air.give(g.CallTime("Dora"))
    assert on_air.text("racks") == ""


def test_a_rack_is_shown_when_the_delay_has_passed_and_not_a_moment_before(on_air: Stream) -> None:
    on_air.show_racks(15)
    on_air.wait(20)
    assert on_air.text("racks") == "", "nobody has said what is on it"
    on_air.declare(0, "AEINRST")
    on_air.wait(1)
    on_air.play("6H .AIN")
    on_air.let_go("ERST")
    on_air.wait(13.99)
    assert on_air.text("racks") == ""
    on_air.wait(0.02)
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T"
    assert "<b>A</b><b>E</b>" in on_air.page("racks")


def test_it_is_the_rack_of_then_that_is_shown_not_the_one_of_now(on_air: Stream) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.wait(1)
    on_air.play("6H .AIN")
    on_air.let_go("ERST")
    on_air.declare(0, "EQRSTUW")
    on_air.wait(1.5)
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T"
    on_air.wait(1)
    assert on_air.text("racks") == "", "this one is still held"
    on_air.let_go("EQRSTUW", "L8")
    assert on_air.text("racks") == f"{on_air.names[0]}  E Q R S T U W"


def test_a_rack_is_not_shown_while_tiles_of_it_are_kept(on_air: Stream) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.wait(5)
    on_air.play("6H .AIN")
    assert on_air.text("racks") == "", "E, R, S and T are still held"
    on_air.let_go("ER")
    assert on_air.text("racks") == "", "S and T are"
    on_air.let_go("ST", "L8")
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T"


@pytest.mark.parametrize("exchanged", [tuple("AEINRST"), ("E",), 7])
def test_a_rack_of_which_tiles_were_exchanged_is_not_shown(
    on_air: Stream, exchanged: tuple[str, ...] | int
) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.wait(5)
    on_air.give(g.Allow("", "for the stream"))
    on_air.give(g.Exchange(0, exchanged))
    assert on_air.text("racks") == ""
    on_air.let_go("SAINTER")
    assert on_air.text("racks") == "", "one of these may have been drawn since"


def test_a_play_that_was_taken_back_leaves_its_rack_hidden(on_air: Stream) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.wait(5)
    on_air.play("D8 SAINTER")
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T", "all of it lies on the board"
    on_air.give(g.Challenge(1, ("SAINTER",)))
    on_air.give(g.Rule("Dora", good=False))
    assert on_air.text("racks") == ""


def test_the_racks_of_a_game_that_is_over_are_shown(on_air: Stream) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.wait(31)
    assert on_air.text("racks") == ""
    on_air.give(g.CallTime("Dora"))
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T"


def test_whoever_thinks_longer_than_the_delay_shows_no_rack_until_they_have_moved(on_air: Stream) -> None:
    on_air.show_racks(1)
    on_air.declare(0, "AEINRST")
    on_air.wait(5)
    assert on_air.text("racks") == ""
    execute(on_air.context, DIRECTOR, TABLES, on_air.table, g.Pass(0))
    on_air.wait(5)
    assert on_air.text("racks") == "", "after a pass it is held as before"
    execute(on_air.context, DIRECTOR, TABLES, on_air.table, g.Pass(1))
    on_air.play("6H .AIN")
    assert on_air.text("racks") == "", "a part of it is still held"
    on_air.let_go("ERST")
    assert on_air.text("racks") == f"{on_air.names[0]}  A E I N R S T"


def test_a_rack_to_which_somebody_drew_unseen_is_not_shown(on_air: Stream) -> None:
    on_air.show_racks(2)
    on_air.declare(0, "AEINRST")
    on_air.play("6H .AIN")
    on_air.play("D8 SENT")
    on_air.wait(2.5)
    assert on_air.text("racks") == ""


def test_racks_are_hidden_again_at_once(on_air: Stream) -> None:
    on_air.show_racks(1)
    on_air.declare(0, "AEINRST")
    on_air.wait(2)
    on_air.play("6H .AIN")
    on_air.let_go("ERST")
    assert on_air.text("racks")
    execute(on_air.context, DIRECTOR, TOURNAMENTS, on_air.stream, c.HideRacks(""))
    assert on_air.text("racks") == ""


def test_what_is_unseen_does_not_tell_a_rack_that_is_known(on_air: Stream) -> None:
    before = on_air.text("unseen")
    assert "A8" in before.split()
    on_air.declare(0, "AEINRST")
    assert on_air.text("unseen") == before
    assert sum(int(each[1:]) for each in before.split()) == 100 - 7 - 5


def test_records_and_places_are_those_of_the_standings(on_air: Stream) -> None:
    division = public_room(on_air.context, on_air.stream).divisions[0]
    assert division.standings is not None
    places = {line.name: line.rank for line in division.standings.lines}
    told = dict(line.split("  ") for line in on_air.text("places").splitlines())
    assert told == {name: f"place {places[name]}" for name in on_air.names}
    records = dict(line.split("  ") for line in on_air.text("records").splitlines())
    for line in division.standings.lines:
        if line.name in records:
            spread = sum(game.spread for game in line.games if game.counts)
            assert int(records[line.name].split()[1].replace("\N{MINUS SIGN}", "-")) == spread
    assert all(name in on_air.page("records") for name in on_air.names)


def test_the_chance_to_win_follows_the_score_and_needs_no_rack(on_air: Stream) -> None:
    before = on_air.text("win")
    first, second = (int(line.split()[-2]) for line in before.splitlines())
    assert first + second == 100
    on_air.declare(0, "AEINRST")
    assert on_air.text("win") == before
    table: Table = on_air.context.states.of(on_air.table).state
    assert table.position.to_move == 0
    execute(on_air.context, DIRECTOR, TABLES, on_air.table, g.Pass(0))
    on_air.play("6H .OVER")
    assert int(on_air.text("win").splitlines()[1].split()[-2]) > second


def test_the_chance_to_win_is_that_of_the_racks_when_they_are_shown(
    on_air: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Position] = []

    def thought(_engines: Engines, _rules: Rulebook, work: object, stand: Position) -> float:
        assert work is best_chance
        asked.append(stand)
        return 0.83

    monkeypatch.setattr(known_chances, "think_aside", thought)
    keeper = at_the_table(on_air, Role.TABLE_SCOREKEEPER)
    on_air.show_racks(15)
    on_air.declare(0, "AEINRST")
    on_air.wait(1)
    on_air.play("6H .AIN")
    on_air.let_go("ERST")
    on_air.wait(13.99)
    on_air.text("win")
    assert not asked, "nobody knows these racks yet"
    assert "Chance to win with the racks" not in on_air.client.get(f"/tables/{on_air.table}").text
    on_air.wait(0.02)
    assert [line.split()[-2:] for line in on_air.text("win").splitlines()] == [["83", "%"], ["17", "%"]]
    assert "83 %" in on_air.page("win")
    first, second = on_air.names
    page = on_air.client.get(f"/tables/{on_air.table}").text
    told = f"Chance to win with the racks before turn 3: {first} 83 %, {second} 17 %"
    assert told in " ".join(page.split())
    assert "83 %" not in on_air.client.get(f"/tables/{on_air.table}", headers=keeper.headers).text
    assert [stand.racks for stand in asked] == [(parse_rack("AEINRST", asked[0].board.tile_set), Rack(()))]


def test_what_the_engine_thinks_for_a_stream_takes_no_thread_from_other_pages(
    on_air: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def thought(_engines: Engines, _rules: Rulebook, _work: object, _stand: Position) -> float:
        threads.append(threading.current_thread().name)
        raise UnavailableError("engine-busy", "the engine is busy; try again in a moment")

    monkeypatch.setattr(known_chances, "think_aside", thought)
    on_air.show_racks(15)
    on_air.declare(0, "AEINRSU")
    on_air.wait(1)
    on_air.play("6H .AIN")
    on_air.let_go("ERSU")
    on_air.wait(14.01)
    assert "%" in on_air.text("win"), "by the score, where the engine is busy"
    assert "%" in on_air.page("win")
    assert [name.rpartition("_")[0] for name in threads] == ["chances", "chances"]
    on_air.text("scores")
    on_air.page("racks")
    assert len(threads) == 2, "nobody has asked for the chances"


def test_the_director_sets_the_delay_on_the_page_of_the_addresses(on_air: Stream) -> None:
    client, path = on_air.client, f"/overlay/{on_air.stream}"
    client.headers["Origin"] = str(client.base_url)
    assert 'value="show-racks"' not in client.get(path).text
    token, _ = join(on_air.context, Grant(Role.DIRECTOR, on_air.stream))
    page = client.get(path, headers=bearer(token)).text
    assert "Racks are not shown." in page
    director = Visitor(client, bearer(token))
    for minutes in ("0", "61", "x"):
        answer = client.post(path, data={"do": "show-racks", "minutes": minutes}, headers=bearer(token))
        assert answer.status_code == 422, minutes
    assert "Racks are shown 15 minutes late." in director.press(path, "do=show-racks", minutes="15")
    other, _ = join(on_air.context, Grant(Role.JUDGE, on_air.stream))
    for who in ({}, bearer(other)):
        refused = client.post(path, data={"do": "hide-racks"}, headers=who)
        assert refused.status_code in (401, 403)
    assert "Racks are not shown." in director.press(path, "do=hide-racks")


# ---------------------------------------------------------------- told on the page of the table


def at_the_table(on_air: Stream, role: Role, side: int = 0) -> Visitor:
    """The scorekeeper of the table, one of its players, or somebody of the event."""
    division = public_room(on_air.context, on_air.stream).divisions[0]
    assert division.round is not None
    entrant = division.round.sittings[0].sides[side] if role is Role.PLAYER else None
    table = 1 if role is Role.TABLE_SCOREKEEPER else None
    token, _ = join(on_air.context, Grant(role, on_air.stream, table=table, entrant=entrant))
    return Visitor(on_air.client, bearer(token))


def test_the_scorekeeper_enters_racks_on_the_page_and_the_stream_shows_them_late(on_air: Stream) -> None:
    keeper, where = at_the_table(on_air, Role.TABLE_SCOREKEEPER), f"/tables/{on_air.table}"
    on_air.show_racks(15)
    first, second = on_air.names
    page = keeper.press(where, "do=rack", seat="0", tiles="aeinrst")
    assert page.count("(entered)") == 1
    keeper.press(where, "do=rack", seat="1", tiles="?EGLOUW")
    on_air.wait(14.98)
    on_air.play("6H .AIN")
    on_air.play("D8 GLUE")
    on_air.play("L8 ERST")
    on_air.play("C9 mOW")
    on_air.wait(0.01)
    assert on_air.text("racks") == ""
    on_air.wait(0.02)
    assert on_air.text("racks") == f"{first}  A E I N R S T\n{second}  E G L O U W ?"


def test_nobody_else_reads_a_rack_that_was_entered(on_air: Stream) -> None:
    on_air.show_racks(15)
    keeper, where = at_the_table(on_air, Role.TABLE_SCOREKEEPER), f"/tables/{on_air.table}"
    before = on_air.client.get(where).text
    keeper.press(where, "do=rack", seat="0", tiles="JQXZVWK")
    others = [
        on_air.client.get(where, headers=visitor.headers).text
        for visitor in (
            keeper,
            at_the_table(on_air, Role.PLAYER, 0),
            at_the_table(on_air, Role.PLAYER, 1),
            at_the_table(on_air, Role.JUDGE),
        )
    ]
    for page in (*others, on_air.client.get(where).text, *map(on_air.page, ("racks", "unseen", "win"))):
        assert not re.search(
            r"J\W*(<[^>]*>\W*)*Q\W*(<[^>]*>\W*)*X\W*(<[^>]*>\W*)*Z", page.partition('id="unseen"')[0]
        )
    address = f"/api/v1/tables/{on_air.table.replace('/', ':')}"
    answer = on_air.client.get(address).json()
    assert [seat["rack"] for seat in answer["seats"]] == [None, None]
    assert before.partition('id="unseen"')[2] == on_air.client.get(where).text.partition('id="unseen"')[2]


def test_racks_are_asked_for_only_while_the_director_shows_them_and_of_no_player(on_air: Stream) -> None:
    keeper, where = at_the_table(on_air, Role.TABLE_SCOREKEEPER), f"/tables/{on_air.table}"
    player = at_the_table(on_air, Role.PLAYER, 0)

    def asks(visitor: Visitor) -> bool:
        return 'id="to-stream"' in on_air.client.get(where, headers=visitor.headers).text

    assert not asks(keeper)
    on_air.show_racks(5)
    assert (asks(keeper), asks(player)) == (True, False)
    execute(on_air.context, DIRECTOR, TOURNAMENTS, on_air.stream, c.HideRacks(""))
    assert not asks(keeper)


def topics_of(client: TestClient[Any], page: str, headers: dict[str, str]) -> list[str]:
    """What the page of a table follows."""
    feed = re.search(r'data-feed="([^"]+)"', client.get(page, headers=headers).text)
    assert feed
    return re.findall(r"stream=([^&]+)", feed[1])


def test_the_page_hears_at_once_that_the_director_shows_racks(on_air: Stream) -> None:
    keeper, where = at_the_table(on_air, Role.TABLE_SCOREKEEPER), f"/tables/{on_air.table}"
    topics = topics_of(on_air.client, where, keeper.headers)
    assert sum("racks_shown" in topic or "racks_hidden" in topic for topic in topics) == 2


@pytest.mark.parametrize("example", [Example.BEE, Example.IOWA, Example.ONTARIO])
def test_a_page_of_a_table_follows_no_more_than_a_feed_tells(tmp_path: Path, example: Example) -> None:
    event = prepare(tmp_path / "event.db", example)
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["QUOTES"]),)))
    with (
        Context.open(tmp_path / "event.db", parts) as context,
        TestClient(create_app(context)) as client,
    ):
        token, _ = join(context, Grant(Role.DIRECTOR, event.stream))
        turns = [table for table in event.tables if isinstance(context.states.of(table).state, Table)]
        for table in turns:
            assert 0 < len(topics_of(client, f"/tables/{table}", bearer(token))) <= MOST_TOPICS


def test_a_rack_that_was_taken_for_another_stops_no_play_and_is_dropped(on_air: Stream) -> None:
    on_air.show_racks(1)
    keeper, where = at_the_table(on_air, Role.TABLE_SCOREKEEPER), f"/tables/{on_air.table}"
    keeper.press(where, "do=rack", seat="0", tiles="AEINRST")
    on_air.wait(0.5)
    on_air.play("D8 SOUL")
    assert 'id="to-stream"' in on_air.client.get(where, headers=keeper.headers).text
    on_air.wait(0.6)
    assert on_air.text("racks") == "", "nobody saw an A leave it"
    on_air.wait(1)
    assert on_air.text("racks") == ""

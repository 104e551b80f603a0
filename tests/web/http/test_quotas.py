"""Quotas: one address makes only so much, and a hundred phones behind one router do not notice."""

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from aside import aside
from web.room import bearer, begin_cup, join_as_owner, start_round
from wordwaiter.errors import UnavailableError
from wordwaiter.picture import ShareCard
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.web.api import outcome
from wordwaiter.web.http import aside as aside_queue
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.aside import CHAMPIONS, GAMES, GUEST_PHOTOS, PHOTOS, PICTURES, REVIEWS, Queue
from wordwaiter.web.http.authentication import photo_queue
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.limits import GUEST_BYTES, GuestRoom, Limiter, Limits, Rate, Turns
from wordwaiter.web.http.metrics import Metrics
from wordwaiter.web.pages.play import free_games, practice
from wordwaiter.web.pages.table import share_pictures

Client = TestClient[Any]
GAME = {"opponent": "here", "first": "Ann", "second": "Ben", "rulebook": "club"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _visitor(context: Context, limits: Limits) -> Client:
    client: Client = TestClient(create_app(context, limits=limits))
    client.headers["Origin"] = str(client.base_url)
    return client


def test_a_hundred_phones_behind_one_router_begin_come_back_and_move_for_a_day() -> None:
    clock = Clock()
    usual = Limits()
    games, written = Limiter(usual.games.rate, clock), Limiter(usual.guest_bytes.rate, clock)
    move = GUEST_BYTES + 300
    assert [games.wait("router") for _ in range(100)] == [0] * 100
    assert not any(written.wait("router", usual.writes.rate.burst * move) for _ in range(100))
    for second in range(0, 24 * 3600, 5):
        clock.now = second
        assert not written.wait("router", 100 * move), second


def test_one_address_begins_only_so_many_games(context: Context) -> None:
    few = Limits(games=Limiter(Rate(2, 0.1)))
    with _visitor(context, few) as client:
        for _ in range(2):
            assert client.post("/play", data=GAME, follow_redirects=False).status_code == 303
        for path in ("/play", "/practice"):
            refused = client.post(path, data=GAME, follow_redirects=False)
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) <= 10
        token, _ = join_as_owner(context)
        begun = client.post("/play", data=GAME, headers=bearer(token), follow_redirects=False)
        assert begun.status_code == 303, "the director is no guest"


def test_one_address_writes_only_so_much_as_a_guest(context: Context) -> None:
    little = Limits(guest_bytes=Limiter(Rate(2 * GUEST_BYTES + 1_000, 1)))
    with _visitor(context, little) as client:
        assert client.post("/play", data=GAME, follow_redirects=False).status_code == 303
        longer = GAME | {"first": "A" * 2_000}
        assert client.post("/play", data=longer, follow_redirects=False).status_code == 429
        assert client.post("/play", data=GAME, follow_redirects=False).status_code == 303
        assert client.post("/play", data=GAME, follow_redirects=False).status_code == 429


def test_all_guests_together_store_only_so_much_and_everybody_else_goes_on(
    house_with_its_own_door: Context,
) -> None:
    context, room = house_with_its_own_door, GuestRoom()
    begin_cup(context)
    token, _ = join_as_owner(context)
    with _visitor(context, Limits(guest_room=room)) as client:
        client.post("/play", data=GAME, follow_redirects=False)
        other = bearer(client.cookies[COOKIE])
        client.cookies.clear()
        guest = client.post("/play", data=GAME, follow_redirects=False)
        table = guest.headers["location"]
        room.most = 0
        room.forget()
        moved = {"do": "pass", "seat": "0"}
        for path, sent in (("/play", GAME), ("/practice", GAME), (table, moved), ("/judge", {"words": "QI"})):
            refused = client.post(path, data=sent, headers={"Accept": "application/json"})
            assert refused.status_code == 503, path
            assert "no room" in refused.text, path
        passed = {"command": "pass", "seat": 0}
        assert client.post(f"/api/v1{table}/commands", json=passed).json()["code"] == "guests-full"
        assert client.post("/reading", data={"theme": "dark"}, follow_redirects=False).status_code == 303
        assert client.post("/join", data={"code": "A" * 26}).status_code == 403, "a code is looked at"
        assert client.post("/leave", follow_redirects=False).status_code == 303
        assert client.post("/api/v1/session/end", headers=other).status_code == 200
        official = client.post("/play", data=GAME, headers=bearer(token), follow_redirects=False)
        assert official.status_code == 303


def test_whether_there_is_room_for_guests_is_looked_at_now_and_then() -> None:
    clock, looks = Clock(), list[int]()

    def left_of(most: int) -> int:
        looks.append(most)
        return 3 - len(looks)

    room = GuestRoom(1_000, clock)

    async def ask() -> None:
        for second in range(21):
            clock.now = second
            await room.require(left_of)

    with pytest.raises(UnavailableError) as refused:
        aside(ask())
    assert clock.now == 20
    assert (refused.value.code, looks) == ("guests-full", [1_000] * 3)


def test_nobody_is_refused_while_the_room_for_guests_is_looked_up() -> None:
    looking, told = threading.Event(), threading.Event()

    def left_of(most: int) -> int:
        looking.set()
        told.wait(60)
        return most

    async def ask() -> None:
        room = GuestRoom(1_000)
        first = asyncio.create_task(room.require(left_of))
        await asyncio.to_thread(looking.wait, 60)
        await room.require(left_of)
        told.set()
        await first

    aside(ask())


def test_the_api_opens_no_free_table_while_a_round_runs(house_with_its_own_door: Context) -> None:
    context = house_with_its_own_door
    begin_cup(context)
    token, _ = join_as_owner(context)
    table = {"rulebook": "club", "opening": {"kind": "physical", "sides": ["Ann", "Ben"]}}
    with TestClient(create_app(context)) as client:
        assert client.post("/api/v1/tables", json=table, headers=bearer(token)).status_code == 201
        start_round(context)
        refused = client.post("/api/v1/tables", json=table, headers=bearer(token))
        assert refused.status_code == 409
        assert refused.json()["code"] == "round-runs"


def test_a_free_game_that_was_begun_before_waits_while_a_round_runs_also_for_the_api(
    house_with_its_own_door: Context,
) -> None:
    context = house_with_its_own_door
    begin_cup(context)
    with _visitor(context, Limits()) as client:
        begun = client.post("/play", data=GAME, follow_redirects=False)
        guest = bearer(begun.cookies[COOKIE])
        table = f"/api/v1{begun.headers['location']}"
        passed = {"command": "pass", "seat": 0}
        start_round(context)
        refused = client.post(f"{table}/commands", json=passed, headers=guest)
        assert refused.json()["code"] == "round-runs"


@pytest.mark.parametrize("name", ["\x1b]0;mine\x07", "A\nB", "\N{RIGHT-TO-LEFT OVERRIDE}nnA", "A" * 200, " "])
def test_the_api_opens_no_free_table_for_names_that_cannot_be_shown(context: Context, name: str) -> None:
    """Whoever directs the house reads them in a terminal, which such a name would steer."""
    token, _ = join_as_owner(context)
    table = {"rulebook": "club", "opening": {"kind": "physical", "sides": ["Ann", name]}}
    with TestClient(create_app(context)) as client:
        refused = client.post("/api/v1/tables", json=table, headers=bearer(token))
        assert (refused.status_code, refused.json()["code"]) == (
            422,
            "no-name" if name == " " else "bad-name",
        )


async def asked(
    app: Litestar, path: str, address: str, started: asyncio.Event | None = None, sent: bytes | None = None
) -> int:
    """Asks for a page from an address, and tells its status; of a feed, when it has begun.

    What is `sent` is a form; if it is empty, it never arrives.
    """
    told = started or asyncio.Event()
    statuses = []
    coming, answered = [sent] if sent else [], asyncio.Event()

    async def receive() -> Any:
        if not coming:
            await answered.wait()
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": coming.pop(), "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
            told.set()
        elif not message.get("more_body"):
            answered.set()

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope: Any = {
        "type": "http", "method": "GET" if sent is None else "POST",
        "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "client": (address, 1), "server": ("127.0.0.1", 80), "scheme": "http",
        "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": "",
    }  # fmt: skip
    await app(scope, receive, send)
    return int(statuses[0])


def test_whoever_asks_for_many_pages_at_once_has_nobody_else_wait(context: Context) -> None:
    limits = Limits(turns=Turns(at_once=1))
    app = create_app(context, limits=limits)

    async def visit() -> None:
        made = await limits.turns.one_for("10.0.0.1")
        waiting = asyncio.create_task(asked(app, "/healthz", "10.0.0.1"))
        given_up = asyncio.create_task(asked(app, "/healthz", "10.0.0.1"))
        others = [asyncio.create_task(asked(app, "/healthz", "10.0.0.2")) for _ in range(20)]
        assert await asyncio.gather(*others) == [200] * 20
        assert not waiting.done(), "it was begun before them"
        given_up.cancel()
        made.end()
        made.end()
        assert await waiting == 200, "and whoever has given up keeps no place"
        assert await asked(app, "/healthz", "10.0.0.1") == 200

    aside(visit())


def test_whoever_sends_many_forms_at_once_has_nobody_else_wait(context: Context) -> None:
    """Nine hundred boards at once that were to be counted stalled the server for 18 seconds."""
    limits = Limits(sent=Turns(at_once=1))
    app = create_app(context, limits=limits)
    form = b"theme=dark&back=/"

    async def visit() -> None:
        taken = await limits.sent.one_for("10.0.0.1")
        never = asyncio.create_task(asked(app, "/reading", "10.0.0.1", sent=b""))
        waiting = [asyncio.create_task(asked(app, "/reading", "10.0.0.1", sent=form)) for _ in range(3)]
        assert await asked(app, "/reading", "10.0.0.2", sent=form) == 303
        assert await asked(app, "/healthz", "10.0.0.1") == 200
        for _ in range(200):  # otherwise they would not even have begun
            await asyncio.sleep(0)
        assert not any(each.done() for each in waiting), "they were taken in before"
        taken.end()
        assert await asyncio.gather(*waiting) == [303] * 3, "and whose form never comes keeps no place"
        never.cancel()

    aside(visit())


def test_a_form_that_waits_in_a_queue_leaves_its_turn_to_others(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games against the champion take seconds; whoever plays beside them sends their own."""
    begun, goes_on = threading.Event(), threading.Event()

    def begin(*_: object) -> None:
        begun.set()
        goes_on.wait(60)
        raise UnavailableError("too-busy", "the server is busy; try again in a moment")

    monkeypatch.setattr(free_games, "_begun", begin)
    app = create_app(context, limits=Limits(sent=Turns(at_once=1)))

    async def visit() -> None:
        game = asyncio.create_task(asked(app, "/play", "10.0.0.1", sent=b"opponent=champion"))
        await asyncio.to_thread(begun.wait, 60)
        assert await asked(app, "/reading", "10.0.0.1", sent=b"theme=dark&back=/") == 303
        goes_on.set()
        assert await game == 503

    aside(visit())


def test_whoever_follows_the_feed_still_gets_pages(context: Context) -> None:
    app = create_app(context, limits=Limits(turns=Turns(at_once=1)))

    async def visit() -> None:
        begun = asyncio.Event()
        following = asyncio.create_task(asked(app, "/api/v1/feed", "10.0.0.1", begun))
        await begun.wait()
        assert await asked(app, "/healthz", "10.0.0.1") == 200
        following.cancel()

    aside(visit())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn anew."""
    found: list[str] = []

    def png(card: ShareCard) -> bytes:
        found.append(card.heading)
        return b"picture"

    monkeypatch.setattr(ShareCard, "png", png)
    monkeypatch.setattr(share_pictures, "_DRAWN", type(share_pictures._DRAWN)(4))
    return found


def test_a_picture_is_drawn_once_however_many_look_at_it(context: Context, drawn: list[str]) -> None:
    stream = begin_game(context, "", Wish("club", ("Ann", "Ben"))).stream
    with TestClient(create_app(context)) as client:
        for _ in range(5):
            assert client.get(f"/pictures/{stream}").content == b"picture"
    assert len(drawn) == 1


def test_what_takes_long_waits_in_a_queue_that_has_an_end() -> None:
    async def asked() -> list[object]:
        queue = Queue("test", at_once=1, most=3)
        return await asyncio.gather(*(queue.made(lambda: 1, "one") for _ in range(5)), return_exceptions=True)

    told = aside(asked())
    assert told[:3] == [1, 1, 1]
    assert all(isinstance(each, UnavailableError) for each in told[3:])


def test_a_queue_rests_after_each_thing_as_long_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other thread goes on while a picture is drawn; between two of them everybody else does."""
    now, rests = [0.0], list[float]()
    rested = threading.Event()

    def sleep(seconds: float) -> None:
        # The thread of a queue that another test used may rest only now.
        if threading.current_thread().name.startswith("resting"):
            rests.append(seconds)
            rested.set()

    monkeypatch.setattr(aside_queue, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))

    def make() -> str:
        now[0] += 3
        return "made"

    queue = Queue("resting", at_once=1, most=3, rest=2)
    assert aside(queue.made(make, "one")) == "made"
    assert rested.wait(60)
    assert rests == [6.0]
    assert PICTURES._rest >= 1


def test_what_nobody_waits_for_any_more_is_not_made() -> None:
    """Whoever asks and leaves, again and again, would have any number of things made."""
    made, begun, goes_on = list[int](), threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        goes_on.wait(60)

    async def case() -> None:
        queue = Queue("test", at_once=1, most=3)
        waiting = asyncio.ensure_future(queue.made(first, "one"))
        await asyncio.to_thread(begun.wait, 60)
        given_up = asyncio.ensure_future(queue.made(lambda: made.append(1), "one"))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        goes_on.set()
        await waiting
        await queue.made(lambda: made.append(2), "one")

    aside(case())
    assert made == [2]


def test_one_asker_leaves_places_in_a_queue_to_others() -> None:
    async def asked() -> list[object]:
        queue = Queue("test", at_once=1, most=4, most_of_one=2)
        askers = ("guests", "guests", "guests", "device-1", "device-2", "device-3")
        made = (queue.made(lambda: 1, asker) for asker in askers)
        return [*await asyncio.gather(*made, return_exceptions=True), await queue.made(lambda: 2, "guests")]

    told = aside(asked())
    assert [told[at] for at in (0, 1, 3, 4, 6)] == [1, 1, 1, 1, 2]
    assert all(isinstance(told[at], UnavailableError) for at in (2, 5))


def test_nobody_with_a_part_in_the_event_waits_for_photos_of_guests(context: Context) -> None:
    """A file of half a megabyte can take a minute to open, and guests can be any number."""
    _, owner = join_as_owner(context)
    first, second = (
        context.devices.caller_of(begin_game(context, "", Wish("club", names)).token)
        for names in (("Ann", "Ben"), ("Cy", "Dee"))
    )
    request: Any = SimpleNamespace(client=SimpleNamespace(host="192.0.2.9"), headers={}, scope={})
    assert photo_queue(request, first) == photo_queue(request, second) == (GUEST_PHOTOS, "192.0.2.9")
    assert 2 * GUEST_PHOTOS.most_of_one <= GUEST_PHOTOS.most
    assert photo_queue(request, owner) == (PHOTOS, owner.device)
    assert 2 * PHOTOS.most_of_one <= PHOTOS.most


def test_nobody_waits_while_the_program_counts_what_it_did(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list[str]()

    def text(_: Metrics) -> str:
        names.append(threading.current_thread().name)
        return ""

    monkeypatch.setattr(Metrics, "text", text)
    with _visitor(context, Limits()) as client:
        assert client.get("/metrics").status_code == 200
    assert [name.partition("_")[0] for name in names] == ["counts"]


@pytest.mark.parametrize("path", ["/play", "/practice"])
def test_no_page_waits_for_the_games_of_guests(
    context: Context, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computer thinks for seconds, and the threads that make pages are few."""
    names = list[str]()

    def begun(*_: object) -> None:
        names.append(threading.current_thread().name)
        raise UnavailableError("too-busy", "the server is busy; try again in a moment")

    for module in (free_games, practice):
        monkeypatch.setattr(module, "_begun", begun)
    with _visitor(context, Limits()) as client:
        client.post(path, data=GAME)
    assert [name.partition("_")[0] for name in names] == ["games"]


def test_one_address_leaves_places_for_games_to_others(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(2 * queue.most_of_one <= queue.most for queue in (GAMES, CHAMPIONS, REVIEWS))
    asked = list[tuple[Queue, str]]()

    async def made(queue: Queue, make: Callable[[], object], asker: str = "") -> object:
        asked.append((queue, asker))
        return make()

    monkeypatch.setattr(Queue, "made", made)
    with _visitor(context, Limits()) as client:
        begun = client.post("/play", data=GAME, follow_redirects=False).headers["location"]
        client.post("/play", data=GAME | {"opponent": "champion"})
        client.post(begun, data={"do": "pass", "seat": "0"})
        client.post("/practice", data={"minutes": ""})
    assert asked == [(queue, "testclient") for queue in (GAMES, CHAMPIONS, GAMES, GAMES)]


def counted(of: Callable[..., Any], made: list[str]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        made.append(of.__name__)
        return of(*args)

    return call


@pytest.mark.parametrize(
    "path", ["standings", "standings?round=1", "awards", "exports/standings", "exports/results"]
)
def test_what_anybody_may_ask_for_again_is_made_once(
    context: Context, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The standings of two hundred players take long enough for others to notice."""
    stream = begin_cup(context)
    start_round(context)
    made = list[str]()
    for name in ("standings_response", "award_response", "ceremony", "_exported"):
        monkeypatch.setattr(outcome, name, counted(getattr(outcome, name), made))
    with TestClient(create_app(context)) as client:
        address = f"/api/v1/tournaments/{stream}/{path}"
        first = client.get(address)
        count = len(made)
        assert (first.status_code, count > 0) == (200, True), first.text
        again = client.get(address.replace("round=1", "round=999999"))
    assert (again.text, len(made)) == (first.text, count)


def test_a_photo_that_is_looked_at_is_not_counted_as_written(context: Context) -> None:
    little = Limits(guest_bytes=Limiter(Rate(3 * GUEST_BYTES, 1)))
    with _visitor(context, little) as client:
        begun = client.post("/practice", data={"name": "Ann", "minutes": ""}, follow_redirects=False)
        board = begun.headers["location"].rpartition("/")[2]
        photo = {"photo": ("board.jpg", b"x" * 10 * GUEST_BYTES, "image/jpeg")}
        told = client.post(f"/photo/{board}", files=photo, data={"do": "nothing", "tap.x": "x"})
        assert told.status_code == 422, told.text


def test_a_body_of_unknown_length_counts_as_a_long_form(context: Context) -> None:
    little = Limits(guest_bytes=Limiter(Rate(2 * GUEST_BYTES, 1)))
    with _visitor(context, little) as client:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        sent = client.post("/play", content=iter([b"first=Ann"]), headers=kind, follow_redirects=False)
        assert sent.status_code == 429


def test_no_other_game_waits_for_the_champion(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list[str]()

    def begun(*_: object) -> None:
        names.append(threading.current_thread().name)
        raise UnavailableError("too-busy", "the server is busy; try again in a moment")

    monkeypatch.setattr(free_games, "_begun", begun)
    with _visitor(context, Limits()) as client:
        for opponent in ("champion", "strong"):
            client.post("/play", data=GAME | {"opponent": opponent})
    assert [name.partition("_")[0] for name in names] == ["champions", "games"]


def test_a_form_without_a_file_counts_as_written_also_where_files_are_sent(context: Context) -> None:
    little = Limits(guest_bytes=Limiter(Rate(3 * GUEST_BYTES, 1)))
    with _visitor(context, little) as client:
        begun = client.post("/practice", data={"name": "Ann", "minutes": ""}, follow_redirects=False)
        board = begun.headers["location"].rpartition("/")[2]
        told = client.post(f"/photo/{board}", data={"do": "again", "board": "x" * 3 * GUEST_BYTES})
        assert told.status_code == 429


@pytest.mark.parametrize("noughts", [0, 20, 5_000])
def test_a_form_counts_as_long_as_it_is_however_its_length_is_written(context: Context, noughts: int) -> None:
    """With noughts before it, a form of sixteen kilobytes counted nothing."""
    little = Limits(guest_bytes=Limiter(Rate(GUEST_BYTES + 10_000, 1)))
    told = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": f"{'0' * noughts}9002"}
    with _visitor(context, little) as client:
        form = b"x=" + b"a" * 9_000
        statuses = [client.post("/play", content=form, headers=told).status_code for _ in range(2)]
    assert statuses[0] < 429
    assert statuses[1] == 429


def test_a_body_whose_length_nobody_tells_counts_as_the_longest(context: Context) -> None:
    """A guest's table of half a megabyte counted as a form of sixteen kilobytes."""
    little = Limits(guest_bytes=Limiter(Rate(GUEST_BYTES + 20_000, 1)))
    with _visitor(context, little) as client:
        told = client.post("/api/v1/tables", content=b"{}", headers={"Content-Type": "application/json"})
        pieces = client.post("/api/v1/tables", content=iter([b"{}"]))
    assert (told.status_code, pieces.status_code) == (401, 429)

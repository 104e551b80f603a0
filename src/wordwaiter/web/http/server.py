"""Running the application in this process until it is told to stop."""

import asyncio
import errno
import gc
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.server.embed import Server
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from litestar import Litestar

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.platform import call_on_stop_signal, hold_port, room_for_files, shares_ports
from wordwaiter.web.http.aside import Threads
from wordwaiter.web.http.certificates.files import Tls
from wordwaiter.web.http.certificates.own import fingerprint_of
from wordwaiter.web.http.connection_guard import MOST_FROM_ONE, ConnectionGuard, limit_writing
from wordwaiter.web.http.network_address import is_heard_here_alone

_LOOK_SECONDS: Final = 0.02

_FINISH_SECONDS: Final = 3.0
"""For what was begun when the signal to stop came. A browser that went away in the middle never finishes."""

_MOST_CONNECTIONS: Final = 4096
"""At once. A phone opens six to load a page and lets them lie for some seconds; a room has many phones."""

_HEAD_MS: Final = 5_000
"""For the head of a request, and for the next one on the same connection."""

_HEAD_BYTES: Final = 64 * 1024
"""Of a head, and of what comes before it is taken; a thousand connections hold as many."""

_SERVERS: Final = 3
"""On this computer, on the venue's network, and there over https; each has its own connections."""

_OTHER_FILES: Final = 100
"""Open files that the program needs besides: its database, its modules, the terminal."""

_COLLECT_AFTER: Final = 20_000
"""Values that were made and not let go, some megabytes at most, before Python looks for lost ones."""

_WAITING_CONNECTIONS: Final = 1024

_WAKING_BYTES: Final = 4_096
"""Read at once from the pipe that wakes the event loop; signals come that way too."""

_DOOR_SECONDS: Final = 1.0
"""Until a server that was begun has its socket."""

_ALL_ADDRESSES: Final = ("0.0.0.0", "::")  # noqa: S104 - meant, once somebody has said so


@dataclass(frozen=True, slots=True)
class HttpsPlace:
    """The port at which the program also answers over https, with a certificate that it made itself."""

    port: int
    tls: Tls
    fingerprint: str
    """Of the certificate, as browsers show it."""

    @classmethod
    def at(cls, port: int, tls: Tls) -> "HttpsPlace":
        """Returns the place with this certificate."""
        return cls(port, tls, fingerprint_of(tls))


def find_place(host: str, port: int) -> tuple[str, int, socket.socket]:
    """The address and port to listen on, found free, and what holds them; port 0 gives any free one.

    The server shares its port (SO_REUSEPORT): a second one on the same port would start without a word, and
    get some of the questions. Here that is found out first. While the socket is open nobody else is given the
    port, though much is loaded before the server listens there.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, OverflowError) as error:
        raise MalformedError(
            "bad-host",
            f"{host} is not an address of this computer; use --host 127.0.0.1 or --host 0.0.0.0",
            host=host,
        ) from error
    # A name may have several addresses, and phones and older browsers try IPv4.
    family, _, _, _, place = min(found, key=lambda each: each[0] != socket.AF_INET)
    holder = socket.socket(family, socket.SOCK_STREAM)
    try:
        hold_port(holder, place)
    except OSError as error:
        holder.close()
        raise _explain(host, port, error) from error
    address, free_port = holder.getsockname()[:2]
    if not shares_ports():
        holder.close()
    return str(address), int(free_port), holder


def find_first_place(host: str, ports: Iterable[int]) -> tuple[str, int, socket.socket]:
    """The first of these ports that is free, found as by `find_place`; the last one's problem is told."""
    problem: UnavailableError | None = None
    for port in ports:
        try:
            return find_place(host, port)
        except UnavailableError as error:
            problem = error
    raise problem or ValueError("no port was named")


def _explain(host: str, port: int, error: OSError) -> UnavailableError | MalformedError:
    match error.errno:
        case errno.EADDRINUSE:
            return UnavailableError(
                "port-in-use",
                f"port {port} is in use; stop the other program, or use wordwaiter serve --port {port + 1}",
                port=port,
            )
        case errno.EACCES:
            return UnavailableError(
                "port-not-allowed", f"port {port} is reserved; choose one above 1023", port=port
            )
        case errno.EADDRNOTAVAIL:
            return MalformedError(
                "bad-host",
                f"{host} is not an address of this computer; use --host 127.0.0.1 or --host 0.0.0.0",
                host=host,
            )
        case _:
            return UnavailableError(
                "port-not-opened", f"port {port} cannot be opened: {error.strerror}", port=port
            )


def run_server(
    app: Litestar,
    address: str,
    port: int,
    when_ready: Callable[[], None],
    tls: Tls | None = None,
    *,
    https: HttpsPlace | None = None,
    is_open_to_venue: bool = False,
    proxies: Sequence[str] = (),
) -> None:
    """Serve `app` until a signal to stop (Ctrl-C); what was begun is finished first.

    `is_open_to_venue` also answers the venue's network, from the start on; `VenueDoor` changes that later.
    `proxies` are addresses or networks whose word is taken for who asks, and whether by https.
    Over https too it answers the venue's network alone: nobody listens between this computer and itself.
    """
    # All connections come from the proxy, which has limits of its own.
    most = _MOST_CONNECTIONS if proxies else MOST_FROM_ONE
    with ConnectionGuard(port, *([] if https is None else [https.port]), most_from_one=most):
        answering = wrap_asgi_with_proxy_headers(app, list(proxies)) if proxies else app
        door = VenueDoor(app, address, port, tls, https)
        is_open = is_open_to_venue or not is_heard_here_alone(address)
        with asyncio.Runner(loop_factory=event_loop) as runner:
            runner.run(_serve(app, answering, door, when_ready, is_open_to_venue=is_open))


def event_loop() -> asyncio.AbstractEventLoop:
    """Returns the event loop that answers: the system's own, woken once for all who wake it together."""
    usual = asyncio.new_event_loop()
    if not isinstance(usual, asyncio.SelectorEventLoop):
        return usual  # that of Windows waits in another way
    usual.close()
    return _WokenOnce()


class _WokenOnce(asyncio.SelectorEventLoop):
    """An event loop whose pipe is written to once until it was read: each time costs three system calls."""

    _is_woken = False

    def _write_to_self(self) -> None:
        if not self._is_woken:
            self._is_woken = True
            super()._write_to_self()  # type: ignore[misc]

    def _read_from_self(self) -> None:
        with suppress(BlockingIOError, InterruptedError):
            self._process_self_data(self._ssock.recv(_WAKING_BYTES))  # type: ignore[attr-defined]
        # After it was read. Whoever has something done calls us after saying what; we are awake, and find it.
        self._is_woken = False


async def _serve(
    app: Litestar,
    answering: Callable[..., Any],
    door: "VenueDoor",
    when_ready: Callable[[], None],
    *,
    is_open_to_venue: bool,
) -> None:
    address, port, tls = door.at_first, door.port, door.tls
    server = _server_at(answering, address, port, tls)
    app.state.tls = tls
    stopped = asyncio.Event()

    def stop() -> None:
        if stopped.is_set():
            return
        stopped.set()
        app.state.closing.tell()  # or those who follow the feed would keep it from ending
        door.close()
        server.stop()  # type: ignore[no-untyped-call]

    app.state.stop = stop
    app.state.venue_door = door

    asyncio.get_running_loop().set_default_executor(Threads.of_this_computer())
    call_on_stop_signal(asyncio.get_running_loop(), stop)
    _spare_the_collector()
    serving = asyncio.create_task(server.serve())
    if await _answers(address, port, serving):
        limit_writing(port)
        if is_open_to_venue:
            door.open()
            await door.answers()
        when_ready()
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not stopped.is_set():
        stopping.cancel()
        raise UnavailableError("server-stopped", "the web server stopped unexpectedly; start it again")
    _, unfinished = await asyncio.wait({serving, *door.serving}, timeout=_FINISH_SECONDS)
    if unfinished:
        # It will be cancelled, and a callback of the server would complain about that with a traceback.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)


def _server_at(app: Callable[..., Any], address: str, port: int, tls: Tls | None) -> Server:
    return Server(
        app,
        address,
        port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        backlog=_WAITING_CONNECTIONS,
        # Connections count, idle ones too, and there are no more; without this line 128.
        backpressure=_room_for_connections(),
        http1_settings=HTTP1Settings(header_read_timeout=_HEAD_MS, max_buffer_size=_HEAD_BYTES),
        log_enabled=False,
        ssl_cert=None if tls is None else tls.certificate,
        ssl_key=None if tls is None else tls.key,
        # Phones of 2018 and before know nothing newer.
        ssl_protocol_min=SSLProtocols.tls12,
    )


class VenueDoor:
    """Lets phones on the venue's network in while the program runs, and shuts them out again."""

    def __init__(
        self, app: Litestar, address: str, port: int, tls: Tls | None, https: HttpsPlace | None
    ) -> None:
        self._app = app
        self.at_first = address
        self.port = port
        self.tls = tls
        self._https = https
        self._servers: list[Server] = []
        self.serving: set[asyncio.Task[None]] = set()
        """Tasks that still answer phones, or are about to end."""
        app.state.served_at = address

    def open(self) -> None:
        """Answers at all addresses of this computer, on the same port; over https on another."""
        if self._servers:
            return
        address = self.at_first
        if is_heard_here_alone(address):
            address = _ALL_ADDRESSES[0]
            self._answer_at(address, self.port, self.tls)
        if self._https is not None:
            self._answer_at(address, self._https.port, self._https.tls)
        self._app.state.served_at = address
        self._app.state.https = self._https

    async def answers(self) -> None:
        """Waits until phones get an answer over https, if they do."""
        if self._servers and self._https is not None:
            await _answers(self._app.state.served_at, self._https.port, next(iter(self.serving)))

    def close(self) -> None:
        """Answers this computer alone again."""
        for server in self._servers:
            server.stop()  # type: ignore[no-untyped-call]
        self._servers.clear()
        self._app.state.served_at = self.at_first
        self._app.state.https = None

    def _answer_at(self, address: str, port: int, tls: Tls | None) -> None:
        server = _server_at(self._answer, address, port, tls)
        self._servers.append(server)
        task = asyncio.create_task(server.serve())
        self.serving.add(task)
        task.add_done_callback(self.serving.discard)
        asyncio.get_running_loop().call_later(_DOOR_SECONDS, limit_writing, port)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":  # the program was begun by the server on this computer
            await self._app(scope, receive, send)


def _spare_the_collector() -> None:
    """Keep Python from looking through all tables for what is lost, again and again as moves come in.

    What was loaded at the start stays, and what a move leaves behind goes by itself; looking as often as
    Python does by default takes a quarter of all time when a room is busy.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, *gc.get_threshold()[1:])


def _room_for_connections() -> int:
    """Returns how many connections a server may have, after asking the system for as many as are useful."""
    allowed = room_for_files(_SERVERS * _MOST_CONNECTIONS + _OTHER_FILES) - _OTHER_FILES
    return max(1, allowed // _SERVERS)


async def _answers(address: str, port: int, serving: asyncio.Task[None]) -> bool:
    """Wait until the server takes connections; False when it has ended instead."""
    while not serving.done():
        try:
            # An address for all networks (0.0.0.0, ::) cannot be called everywhere; the loopback one can.
            nearest = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)  # noqa: S104
            _, writer = await asyncio.open_connection(nearest, port)
        except OSError:
            await asyncio.sleep(_LOOK_SECONDS)
        else:
            writer.close()
            return True
    return False

"""Connections: one address holds only so many, and everybody else is served."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from web.conftest import Start
from wordwaiter.web.http.connection_guard import ConnectionGuard, limit_writing

IDLE = 4_200
"""More than the server takes in all."""


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, IDLE + 1_000), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _connected(stack: ExitStack, port: int, source: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    return stack.enter_context(connection)


@pytest.mark.usefixtures("many_files")
def test_with_4200_idle_sockets_of_one_address_everybody_else_is_served(start: Start) -> None:
    program = start()
    with ExitStack() as stack:
        for _ in range(IDLE):
            _connected(stack, int(program.port), "127.0.0.2")
        other = _connected(stack, int(program.port), "127.0.0.3")
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")


def test_a_head_that_does_not_come_is_given_up(start: Start) -> None:
    program = start()
    with ExitStack() as stack:
        slow = _connected(stack, int(program.port), "127.0.0.1")
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
        assert b"200" not in slow.recv(100)


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_what_an_address_holds_beyond_its_share_is_ended_the_idlest_first(server: socket.socket) -> None:
    port = server.getsockname()[1]
    with ExitStack() as stack:
        clients = []
        for number in range(13):
            clients.append(_connected(stack, port, "127.0.0.2" if number < 10 else "127.0.0.3"))
            stack.enter_context(server.accept()[0])
        # Whoever has just sent something is at work.
        clients[0].sendall(b"GET")
        assert ConnectionGuard(port, most_from_one=4).look() == 6
        for each in clients:
            each.setblocking(False)
        left = [number for number, each in enumerate(clients) if _is_open(each)]
        assert len([number for number in left if number < 10]) == 4
        assert [number for number in left if number >= 10] == [10, 11, 12]


def _is_open(client: socket.socket) -> bool:
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can do this")
def test_connections_whose_client_takes_nothing_end_by_themselves(server: socket.socket) -> None:
    port = server.getsockname()[1]
    limit_writing(port)
    with ExitStack() as stack:
        _connected(stack, port, "127.0.0.2")
        accepted = stack.enter_context(server.accept()[0])
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000

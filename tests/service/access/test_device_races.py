"""Several workers at once, on SQLite and on PostgreSQL: one code, one device; every guess counted."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Grant, director_of_everything
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.clock import Timepieces
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.store.journal import Journal

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
OWNER = director_of_everything("Cora")
JUDGE = Grant(Role.JUDGE, HOUSE)


def workers(place: str, stack: ExitStack, count: int = 3) -> list[Devices]:
    """Devices as workers have them, each with a journal of its own."""
    parts = ContextParts(time=Timepieces(lambda: NOON))
    journals = (stack.enter_context(Journal.open(place)) for _ in range(count))
    return [Context.at_desk(journal, parts).devices for journal in journals]


def test_a_code_is_used_once_whoever_is_asked(place: str) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(6) as pool:
        several = workers(place, stack)
        code = several[0].invite(OWNER, [JUDGE]).secret

        def join(number: int) -> str:
            try:
                several[number % 3].join(code, Joining(f"Somebody {number}"))
            except WordwaiterError as error:
                return error.code
            return "joined"

        assert sorted(pool.map(join, range(6))) == ["code-used"] * 5 + ["joined"]


@pytest.mark.long
def test_guesses_at_a_pin_are_counted_across_workers(place: str) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(6) as pool:
        several = workers(place, stack)
        made = several[0].set_pin(OWNER, [Grant(Role.DISPLAY, HOUSE)], name="Screen")

        def guess(number: int) -> str:
            try:
                several[number % 3].join_by_pin(made.invitation.number, "wrong", Joining())
            except WordwaiterError as error:
                return error.code
            return "joined"

        codes = list(pool.map(guess, range(14)))
        assert codes.count("wrong-pin") == 10
        assert codes.count("pin-locked") == 4


@pytest.mark.long
def test_a_room_that_joins_at_once_by_a_pin_is_hashed_once_each(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is decided anew whenever another was faster, and a hash is slow on purpose."""
    hashed: list[str] = []
    slowly = keys.pin_hash

    def counted(pin: str, salt: str) -> str:
        hashed.append(pin)
        return slowly(pin, salt)

    with ExitStack() as stack, ThreadPoolExecutor(6) as pool:
        several = workers(place, stack)
        made = several[0].set_pin(OWNER, [Grant(Role.DISPLAY, HOUSE)])
        monkeypatch.setattr(keys, "pin_hash", counted)

        def join(number: int) -> str:
            joining = Joining(f"Screen {number}")
            return several[number % 3].join_by_pin(made.invitation.number, made.secret, joining).caller.device

        assert len(set(pool.map(join, range(6)))) == 6
    assert len(hashed) == 6


def test_a_device_revoked_by_one_worker_is_a_stranger_to_the_next_that_is_told(place: str) -> None:
    with ExitStack() as stack:
        first, second, _ = workers(place, stack)
        token = first.join(first.invite(OWNER, [JUDGE]).secret, Joining("Judith")).token
        assert second.caller_of(token).name == "Judith"
        first.revoke(OWNER, 1, "phone lost")
        with Journal.open(place) as journal:
            second.tell(journal.facts("access"))
        assert second.caller_of(token) == NOBODY

"""`wordwaiter devices`: whoever has the journal looks after the devices, also beside a running program."""

import json
from pathlib import Path

import pytest

from wordwaiter.service.access import HOUSE, NOBODY, Grant
from wordwaiter.service.devices import Devices, Joining
from wordwaiter.store.journal import Journal
from wordwaiter.tournament.roles import Role

from .conftest import Run


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


def test_a_director_who_lost_the_phone_gets_a_new_link_and_the_old_device_is_revoked(
    db: Path, run: Run
) -> None:
    with Journal.open(db) as journal:
        devices = Devices(journal)  # as the running program has them
        first = devices.first_link()
        assert first is not None
        lost = devices.join(first.secret, Joining("Cora")).token
        code = run("devices", "link", "--db", db).out.strip().rpartition("/join/")[2]
        found = devices.join(code, Joining("Cora"))
        assert found.caller.grants == {Grant(Role.DIRECTOR, HOUSE)}
        assert run("devices", "revoke", "1", "--reason", "phone lost", "--db", db).status == 0
        devices.tell(journal.facts("access"))
        assert devices.caller_of(lost) == NOBODY
        assert devices.caller_of(found.token) == found.caller
    old, new = json.loads(run("devices", "list", "--json", "--db", db).out)
    assert (old["name"], old["revoked"]) == ("Cora", "phone lost")
    assert (new["roles"], new["revoked"]) == (["director of house"], None)
    assert "revoked: phone lost" in run("devices", "list", "--db", db).out


def test_no_device_and_no_such_device_are_said(db: Path, run: Run) -> None:
    assert run("devices", "list", "--db", db).out == "No device has joined yet.\n"
    run("devices", "revoke", "7", "--db", db).refused("there is no device 7")

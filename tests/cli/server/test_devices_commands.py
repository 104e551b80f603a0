"""`wordwaiter devices`: whoever has the journal looks after the devices, also beside a running program."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from crash.games import OPENING
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.store.journal import Journal


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


def test_a_link_is_made_for_the_programs_own_data_alone(db: Path, run: Run) -> None:
    """Typed in another folder it would begin a new file there, and a link that leads nowhere."""
    assert run("devices", "link", "--db", db).status == 2
    assert not db.exists()


def test_a_director_who_lost_the_phone_gets_a_new_link_and_the_old_device_is_revoked(
    db: Path, run: Run
) -> None:
    with Journal.open(db) as journal:
        devices = Context.at_desk(journal).devices  # as the running program has them
        first = devices.first_link()
        assert first is not None
        lost = devices.join(first.secret, Joining("Cora", is_here=True)).token
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


def test_free_tables_are_listed_and_ended(db: Path, run: Run) -> None:
    assert run("devices", "free-tables", "--db", db).out == "No free table is open.\n"
    with Context.open(db) as context:
        stream = open_free_table(context, director_of_everything("Dora"), "club", OPENING).stream
    assert run("devices", "free-tables", "--db", db).out.split() == [
        "table-1", "Ann", "-", "Ben", "drawing", "0", "h", "idle",
    ]  # fmt: skip
    assert run("devices", "end", stream, "--db", db).out == "table-1 is over.\n"
    assert run("devices", "free-tables", "--db", db).out == "No free table is open.\n"
    run("devices", "end", "table-7", "--db", db).refused("there is no table-7")


def test_no_reason_and_no_name_steers_the_terminal(db: Path, run: Run) -> None:
    """A journal of before, or a copy of somebody else's, may have any sign in it."""
    with Journal.open(db) as journal:
        devices = Context.at_desk(journal).devices
        first = devices.first_link()
        assert first is not None
        devices.join(first.secret, Joining("Cora", is_here=True))
        devices.revoke(director_of_everything("Dora"), 1, "\x1b]0;mine\x07\x9b31m")
    assert run("devices", "list", "--db", db).out.strip().endswith("revoked:  ]0;mine  31m")


def test_the_devices_of_a_tournament_end_with_it(db: Path, run: Run) -> None:
    run("tournament", "new", "Cup", "--rulebook", "club", "--db", db)
    with Journal.open(db) as journal:
        devices, owner = Context.at_desk(journal).devices, director_of_everything("Dora")
        code = devices.invite(owner, [Grant(Role.EMCEE, "tournament-1")], name="Emmy").secret
        token = devices.join(code, Joining()).token
        assert run("devices", "end", "tournament-1", "--db", db).out == "tournament-1 is over.\n"
        devices.tell(journal.facts("access"))
        assert devices.caller_of(token) == NOBODY
    run("devices", "end", "tournament-9", "--db", db).refused("tournament-9")

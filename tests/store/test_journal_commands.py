"""The commands for whoever has the data: wordwaiter journal, backup, restore, and copies while it serves."""

import io
import json
import random
import re
import sqlite3
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

import patiently
from crash.games import begin
from web.forked import ForkedProcess, Forker
from wordwaiter.cli import main
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.records import fact_to_plain
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.streams import all_families, table_facts
from wordwaiter.store.backup import back_up
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.states import States

from .entries import NOON
from .test_states import play


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str | Path, given: bytes = b"") -> Outcome:
    """Run the command in this process, which is much faster."""
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["wordwaiter", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8"))
        with pytest.raises(SystemExit) as end:
            main.run()
        sys.stdout.flush()
        sys.stderr.flush()
        assert isinstance(end.value.code, int)
        return Outcome(end.value.code, out.getvalue().decode(), err.getvalue().decode())


def told(*arguments: str | Path) -> str:
    """What a command that succeeds prints."""
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def db(path: Path) -> Path:
    """A journal with a game that is played and one that has just begun."""
    with Journal.open(path) as journal:
        play(journal, "table/1", 8)
        journal.append(Entry("table/2", table_facts(begin()), NOON, 0))
    return path


def test_verify_goes_through_everything_and_ends_with_1_when_something_is_wrong(db: Path) -> None:
    assert re.fullmatch(r"\d+ facts in 2 streams: all is well\n", told("journal", "verify", "--db", db))
    assert json.loads(told("journal", "verify", "--db", db, "--json"))["good"] is True
    by_hand = sqlite3.connect(db)
    by_hand.execute("DROP TRIGGER facts_are_never_changed")
    by_hand.execute("UPDATE facts SET actor = 'Ben' WHERE position = 3")
    by_hand.commit()
    by_hand.close()
    done = run("journal", "verify", "--db", db)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith("broken-seal: fact 3 is not as it was written")
    assert done.stdout.splitlines()[-1].endswith(": 1 wrong")


def test_a_journal_goes_through_a_pipe_or_a_file_into_a_new_one(db: Path, tmp_path: Path) -> None:
    lines = tmp_path / "journal.jsonl"
    told("journal", "export", "--db", db, "--to", lines)
    exported = told("journal", "export", "--db", db)
    assert exported.encode() == lines.read_bytes()
    assert "facts are now in" in told("journal", "import", lines, "--db", tmp_path / "a.db")
    assert run("journal", "import", "-", "--db", tmp_path / "b.db", given=lines.read_bytes()).returncode == 0
    assert told("journal", "export", "--db", tmp_path / "b.db") == exported
    assert run("journal", "export", "--db", db, "--to", lines).returncode == 2  # never over another file
    assert run("journal", "import", lines, "--db", db).returncode == 1


def test_undo_takes_the_last_turn_back_by_a_new_fact(db: Path) -> None:
    with JournalReader.open(db) as journal:
        before = States(journal, all_families()).of("table/1")
    answer = told("journal", "undo", "table/1", "--by", "Di Rector", "--reason", "wrong board", "--db", db)
    assert "game.turn_undone" in answer
    with JournalReader.open(db) as journal:
        after = States(journal, all_families()).of("table/1")
        undone = journal.facts("table/1", newest=1)[0]
    assert len(after.state.turns) == len(before.state.turns) - 1
    assert after.version == before.version + 1
    assert after.state.at_ms == before.state.at_ms  # no clock ran in the terminal
    assert (undone.actor, undone.body["by"], undone.body["reason"]) == (
        "Di Rector",
        "Di Rector",
        "wrong board",
    )
    assert "all is well" in told("journal", "verify", "--db", db)


def test_undo_is_refused_where_there_is_no_turn_to_take_back(db: Path) -> None:
    rulebook = shipped_rulebook("bee-hare")
    opening = OpenRound(
        "Di", "Owls", 1, TableKind.PHYSICAL, announce(rulebook.table.tile_set, "GLOW", "TEA", ["EAT"])
    )
    body = fact_to_plain(open_round(rulebook, opening, 0, random.Random(0))[0])
    with Journal.open(db) as journal:
        journal.append(Entry("hare/1", (NewFact(str(body.pop("kind")), body),), NOON))
    for stream, status in (("table/9", 2), ("hare/1", 1), ("table/2", 1)):
        refused = run("journal", "undo", stream, "--by", "Di", "--db", db)
        assert refused.returncode == status
        assert refused.stderr.count("\n") == 1
    assert "all is well" in told("journal", "verify", "--db", db)


def test_stats_tell_how_much_is_in_it(db: Path, tmp_path: Path) -> None:
    said = told("journal", "stats", "--db", db, "--streams").splitlines()
    assert said[0].endswith("facts in 2 streams, 2 of them open")
    assert said[1] == "from 2026-03-14T12:00:00.250Z to 2026-03-14T12:00:00.250Z"
    assert "2  game.table_opened" in [line.strip() for line in said]
    found = json.loads(told("journal", "stats", "--db", db, "--json", "--streams"))
    assert found["kinds"]["game.table_opened"] == 2
    assert [end["stream"] for end in found["by_stream"]] == ["table/1", "table/2"]
    with Journal.open(tmp_path / "empty.db"):
        pass
    assert told("journal", "stats", "--db", tmp_path / "empty.db") == "0 facts in 0 streams, 0 of them open\n"


def test_every_command_works_on_a_server_too(place: str, tmp_path: Path) -> None:
    with Journal.open(place) as journal:
        play(journal, "table/1", 8)
    assert "all is well" in told("journal", "verify", "--db", place)
    copy = told("backup", "--to", tmp_path, "--db", place).strip()
    assert "entries are back" in told("restore", copy, "--db", tmp_path / "other.db")
    assert told("journal", "export", "--db", tmp_path / "other.db") == told(
        "journal", "export", "--db", place
    )


@pytest.mark.parametrize("command", [["journal", "verify"], ["journal", "stats"], ["backup", "--to", "."]])
def test_a_journal_that_is_not_there_is_told_in_one_line(tmp_path: Path, command: list[str]) -> None:
    done = run(*command, "--db", tmp_path / "none.db")
    assert done.returncode == 2
    assert done.stderr == f"wordwaiter: {tmp_path / 'none.db'}: there is no such file; choose one with --db\n"


# ---------------------------------------------------------------- the laptop dies


@dataclass
class Laptops:
    """Programs that serve, one after the other; none is left at the end."""

    forker: Forker
    started: list[ForkedProcess] = field(default_factory=list)

    def serve(self, folder: Path, *options: str | Path) -> str:
        """Starts a program in a new folder; gives its address."""
        folder.mkdir()
        self.started.append(self.forker.start(["serve", "--port", "0", *map(str, options)], folder))
        found = re.search(r"http://\S+", self.started[-1].stdout.readline())
        assert found
        return found[0]


@pytest.fixture
def laptops(forker: Forker) -> Iterator[Laptops]:
    laptops = Laptops(forker)
    yield laptops
    for program in laptops.started:
        program.kill()
        program.communicate()


def test_another_laptop_goes_on_with_the_copy_on_the_stick(tmp_path: Path, laptops: Laptops) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    here = laptops.serve(tmp_path / "laptop", "--backup-to", stick, "--backup-every", "1")
    numbers = [
        patiently.post(f"{here}/api/v1/judge", json={"words": word}).json()["number"]
        for word in ("cat", "dog")
    ]
    while not any(f"-{numbers[-1]:09}-" in copy.name for copy in stick.iterdir()):
        time.sleep(0.05)  # the next copy comes within a second
    laptops.started[0].kill()
    newest = max(stick.glob("wordwaiter-*.db"))
    assert f"{numbers[-1]} entries are back" in told("restore", newest, "--db", tmp_path / "other.db")
    there = laptops.serve(tmp_path / "another laptop", "--db", tmp_path / "other.db")
    assert [ruling["number"] for ruling in patiently.get(f"{there}/api/v1/judge/rulings").json()] == numbers
    assert patiently.post(f"{there}/api/v1/judge", json={"words": "cow"}).json()["number"] > numbers[-1]


def test_a_folder_for_copies_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--db", tmp_path / "a.db", "--backup-to", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "there is no such folder; create it, or plug the USB stick in again" in done.stderr


def test_a_folder_gives_its_newest_copy_and_without_one_what_there_is_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with Journal.open(tmp_path / "day.db") as journal:
        for number, at in enumerate((NOON, NOON + timedelta(hours=2)), start=1):
            # Its kind is known; what it says is read by nobody here.
            journal.append(Entry("judge", (NewFact("judge.play_ruled", {"number": number}, 2),), at))
            back_up(journal, stick, at)
    monkeypatch.chdir(tmp_path)
    listed = told("restore").splitlines()
    assert [line.split("  ")[1] for line in listed[:2]] == ["2 entries", "1 entry"]
    assert listed[2].startswith("Put one back with: wordwaiter restore stick/day-000000002-")
    assert "2 entries are back" in told("restore", stick, "--db", tmp_path / "new.db")
    (tmp_path / "empty").mkdir()
    assert "there are no copies in this folder" in run("restore", tmp_path / "empty").stderr

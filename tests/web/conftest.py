"""What the tests of the web stand on: a desk with a small list, the real program, a real browser."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from lacking import lacking
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.access.devices import Devices
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.judging.judge_access import Device, Room
from wordwaiter.store.journal import Journal
from wordwaiter.web.http.app import create_app

from .day import Hall
from .forked import ForkedProcess, Forker
from .station import LAPTOP, Open
from .waiting import be_patient, be_patient_in, stop_time

be_patient()

WORDWAITER = Path(sys.executable).with_name("wordwaiter")
SLOW_NETWORK = (sys.executable, "-P", Path(__file__).with_name("slow_network.py"))
SERVED_BY = SLOW_NETWORK if "WORDWAITER_SLOW_NETWORK" in os.environ else (WORDWAITER,)


@dataclass(frozen=True)
class SameForAll:
    """A door that treats all devices and rooms alike."""

    admitted: bool

    def admits(self, _device: Device, _room: Room, /) -> bool:
        return self.admitted


@pytest.fixture(scope="session")
def judge() -> Judge:
    return Judge((Lexicon.of_words("house", ["QUOTES", "FAVORS", "BOND"]),))


@contextmanager
def open_house(folder: Path, judge: Judge) -> Iterator[Context]:
    with Context.open(folder / "wordwaiter.db", ContextParts(judge=judge)) as context:
        context.door = SameForAll(admitted=True)
        yield context


@pytest.fixture
def context(judge: Judge, tmp_path: Path) -> Iterator[Context]:
    """A house whose doors stand open to everybody."""
    with open_house(tmp_path, judge) as context:
        yield context


@pytest.fixture
def house_with_its_own_door(judge: Judge, tmp_path: Path) -> Iterator[Context]:
    """A house that opens to judges alone while a round runs."""
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def wrong_pins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong PIN is refused at once, not after seconds."""
    monkeypatch.setattr(Devices, "pin_delay_s", lambda *_: 0)


@pytest.fixture
def journal(context: Context) -> Journal:
    return context.journal


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture(scope="module")
def onlooker(judge: Judge, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """Somebody who changes nothing: one for all tests of a file, since an application takes long to make."""
    with (
        open_house(tmp_path_factory.mktemp("onlooker"), judge) as context,
        TestClient(create_app(context)) as client,
    ):
        yield client


Process = subprocess.Popen[str] | ForkedProcess


@dataclass(frozen=True)
class Program:
    """`wordwaiter serve` as a process, ready to be asked."""

    process: Process
    output: IO[str]
    url: str

    @property
    def port(self) -> str:
        return self.url.rpartition(":")[2]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def errors(self) -> str:
        """What it said on standard error, once it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def stop(self) -> int:
        """Stop it as Ctrl-C does; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


Start = Callable[..., Program]


def _ready(process: Process) -> Program:
    """The program, once it has told where it answers."""
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()
    found = re.search(r"https?://\S+", first)
    if not found:
        pytest.fail(f"the program did not start: {first}{process.stdout.read()}{process.stderr.read()}")
    return Program(process, process.stdout, found[0])


def _begin(options: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """A process that people would start so, by the name of the command."""
    return subprocess.Popen(
        [*SERVED_BY, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _starts(
    begin: Callable[[Sequence[str], Path], Process], folders: pytest.TempPathFactory
) -> Iterator[Start]:
    """Lets programs begin so, on a free port of this computer unless options say another, and ends them."""
    started: list[Program] = []

    def start(*options: str, cwd: Path | None = None) -> Program:
        started.append(_ready(begin(["serve", "--port", "0", *options], cwd or folders.mktemp("program"))))
        return started[-1]

    yield start
    for program in started:
        program.process.kill()
        program.process.wait()
        for said in (program.process.stdout, program.process.stderr):
            # Closed, not read to its end: a search that lets everything else go first holds it open for long.
            assert said is not None
            said.close()


@pytest.fixture(scope="module")
def start_by_name(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Starts the program as people do."""
    yield from _starts(_begin, tmp_path_factory)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory, forker: Forker) -> Iterator[Start]:
    """Starts the program fast; behind a slow network, as people do."""
    begin = _begin if SERVED_BY is SLOW_NETWORK else forker.start
    yield from _starts(begin, tmp_path_factory)


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """The program with the list that comes with it."""
    return start()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Without windows, where that is to be had, it takes half of the time."""
    if shutil.which("chromium-headless-shell") is None and shutil.which("chromium") is None:
        lacking("chromium is missing; install it with: sudo apt install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=Path(__file__).with_name("bare-chromium"),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                # Fewer processes and threads for each page: nobody looks at what they would draw sooner.
                "--in-process-gpu",
                "--num-raster-threads=1",
                "--renderer-process-limit=1",
            ],
        )
        browser.on("context", be_patient_in)
        yield browser
        browser.close()


@pytest.fixture
def browser_context(chromium: Browser) -> Iterator[BrowserContext]:
    browser_context = chromium.new_context(viewport=LAPTOP)
    yield browser_context
    browser_context.close()


@pytest.fixture
def open_station(browser_context: BrowserContext, program: Program) -> Open:
    """Opens the station in a page whose clock the test turns on; a mistake in a script fails the test."""

    def open_station(address: str = "/judge", *, url: str = program.url) -> Page:
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        stop_time(page)
        page.goto(f"{url}{address}")
        expect(page.locator("textarea")).to_be_focused()
        expect(page.locator(".link")).to_be_visible()  # its script has come: before, a form is sent
        return page

    return open_station


@pytest.fixture
def hall(chromium: Browser, start: Start) -> Iterator[Hall]:
    """A hall with the program, and as many devices as a day needs."""
    program = start()
    program.output.readline()  # says that the next line is the director's link
    hall = Hall(chromium, program.url, program.output.readline().strip())
    yield hall
    for browser_context in hall.contexts:
        browser_context.close()

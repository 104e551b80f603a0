"""Counts what runs in the walkthroughs of architecture.md: python tools/count_walkthroughs.py [--list]

A challenge and a signature are posted to the application in this process, from the forms that its pages
offer. `runs` counts every function of the package that runs; `on the path` counts those that are on the
call stack when a command is permitted, decided or written, or when a page is read and rendered.
"""

import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from types import FrameType
from typing import Final
from urllib.parse import urlencode

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))

from litestar import Litestar  # noqa: E402 - the tests' folder must be known first
from litestar.testing import TestClient  # noqa: E402

from web.events import Event, prepare  # noqa: E402
from web.forms_on_pages import Form, forms_in  # noqa: E402
from wordwaiter.lexicon import Judge, open_lexicon  # noqa: E402
from wordwaiter.roles import Role  # noqa: E402
from wordwaiter.service.context import Context, ContextParts  # noqa: E402
from wordwaiter.service.tournaments.examples import Example  # noqa: E402
from wordwaiter.web.http.app import create_app  # noqa: E402

SOURCE: Final = f"{ROOT}/src/wordwaiter/"
LANDMARK: Final = re.compile(
    r"permit_at_table$|challenge\.py (challenge|rule)$|result\.py sign$|results\.py take_table_result$"
    r"|Writer\.hand_in$|_Group\.take$|States\.(keep|hear)$|form_responses\.py done$"
    r"|judge_queue$|scene_at$|py at_table$|py table_view$|templates\.py page(_for_all)?$"
)
"""Functions in which a command is permitted, decided, written or answered, or a page is read and rendered."""

Function = tuple[str, str]


class Recorder:
    """Notes which functions of the package run, in all threads, while it is switched on."""

    def __init__(self) -> None:
        self.runs: dict[Function, None] = {}
        self.path: dict[Function, None] = {}
        self._on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def step(self, title: str, act: Callable[[], str]) -> None:
        """Runs a step and prints its counts."""
        before = set(self.runs), set(self.path)
        self.runs, self.path, self._on = {}, {}, True
        act()
        sleep(0.3)  # what other threads do because of it
        self._on = False
        print(f"{title}: {_counted(set(self.runs))}; on the path {_counted(set(self.path))}")
        if "--list" in sys.argv:
            print("".join(f"    {file} {name}\n" for file, name in self.runs if (file, name) in self.path))
        self.runs |= dict.fromkeys(before[0])
        self.path |= dict.fromkeys(before[1])

    def total(self) -> None:
        """Prints the counts of all steps, and forgets them."""
        print(f"in all: {_counted(set(self.runs))}; on the path {_counted(set(self.path))}\n")
        self.runs, self.path = {}, {}

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self._on or event != "call" or (function := _function(frame)) is None:
            return
        self.runs[function] = None
        if LANDMARK.search(" ".join(function)):
            above: FrameType | None = frame
            while above is not None:
                if (each := _function(above)) is not None:
                    self.path[each] = None
                above = above.f_back


def _function(frame: FrameType) -> Function | None:
    """Returns the file and name of a function of the package; no comprehension, no lambda."""
    code = frame.f_code
    is_ours = code.co_filename.startswith(SOURCE) and "<" not in code.co_qualname.rpartition(".")[2]
    return (code.co_filename.removeprefix(SOURCE), code.co_qualname) if is_ours else None


def _counted(functions: set[Function]) -> str:
    return f"{len(functions)} functions in {len({file for file, _ in functions})} files"


class Hall:
    """The application, used by several devices through the forms of its pages."""

    def __init__(self, client: TestClient[Litestar], event: Event) -> None:
        self.client = client
        self.cookies = {role: self._join(event.code(role)) for role in event.codes}

    def _join(self, code: str) -> dict[str, str]:
        self.client.cookies.clear()
        (form,) = (each for each in self._forms(f"/join/{code}") if each.action.endswith("/join"))
        self._post(form, ())
        return dict(self.client.cookies)

    def look(self, role: Role, address: str) -> str:
        """Returns a page as the device of that role sees it."""
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies.get(role, {}))
        return self.client.get(address).raise_for_status().text

    def form(self, role: Role, address: str, does: str) -> Callable[..., str] | None:
        """Returns what posts the form that does this, if the page offers it."""
        self.look(role, address)
        for form in self._forms(address):
            if ("do", does) in form.fields + form.buttons or does in dict.fromkeys(
                v for _, v in form.buttons
            ):
                name = next((name for name, value in form.buttons if value == does), "do")
                return lambda **typed: self._post(form, ((name, does),), **typed)
        return None

    def press(self, role: Role, address: str, does: str, **typed: str) -> str:
        """Posts the form that does this."""
        post = self.form(role, address, does)
        if post is None:
            sys.exit(f"{address} offers no form that does {does}")
        return post(**typed)

    def _forms(self, address: str) -> list[Form]:
        return forms_in(self.client.get(address).raise_for_status().text, address)

    def _post(self, form: Form, button: tuple[tuple[str, str], ...], **typed: str) -> str:
        kept = [(n, typed.get(n, v)) for n, v in form.fields if n not in dict(button)]
        answer = self.client.post(
            form.action,
            content=urlencode([*kept, *button]),
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
                "Origin": str(self.client.base_url).rstrip("/"),
            },
            follow_redirects=False,
        )
        if answer.is_error:
            sys.exit(f"{form.action} refused {button}: {answer.text}")
        return answer.text


KEEPER, JUDGE, DIRECTOR = Role.TABLE_SCOREKEEPER, Role.JUDGE, Role.DIRECTOR


def begin(hall: Hall, table: str) -> None:
    """Draws for first play."""
    for tile in "AB":
        hall.press(KEEPER, table, "draw", tile=tile)


def challenge(hall: Hall, table: str, step: Callable[[str, Callable[[], str]], None]) -> None:
    """A challenge from phone to journal to judge and back."""
    begin(hall, table)
    hall.press(KEEPER, table, "play", play="8D FROZED")
    posted = hall.form(KEEPER, table, "challenge")
    step("the challenge is posted", posted or str)
    step("the judge looks at the queue", lambda: hall.look(JUDGE, "/judges"))
    ruled = hall.form(JUDGE, "/judges", "bad")
    step("the ruling is posted", ruled or str)
    step("the table's page is loaded", lambda: hall.look(KEEPER, table))


def signature(hall: Hall, table: str, screen: str, step: Callable[[str, Callable[[], str]], None]) -> None:
    """A signed result to the big screen."""
    begin(hall, table)
    hall.press(DIRECTOR, table, "end", reason="agreed", note="agreed")
    hall.press(KEEPER, table, "rack-unknown")
    hall.press(KEEPER, table, "rack", tiles="EEEAAAI")
    hall.press(KEEPER, table, "sign")
    posted = hall.form(KEEPER, table, "sign")
    step("the last signature is posted", posted or str)
    sleep(1)
    step("the big screen is loaded", lambda: hall.look(Role.PUBLIC, screen))


def main() -> None:
    """Walks twice, and counts the second time, when everything is loaded."""
    recorder = Recorder()
    with TemporaryDirectory() as folder:
        db = Path(folder) / "walk.db"
        event = prepare(db, Example.GRAND_ISLAND, KEEPER, JUDGE, DIRECTOR)
        tables = [f"/tables/{stream}" for stream in event.tables]
        parts = ContextParts(Judge((open_lexicon("enable"),)))
        with (
            Context.open(db, parts) as context,
            TestClient(create_app(context, own_names=("testserver.local",))) as client,
        ):
            hall = Hall(client, event)
            challenge(hall, tables[0], lambda _, act: print(end=act()[:0]))
            challenge(hall, tables[1], recorder.step)
            recorder.total()
            screen = f"/screen/{event.stream}"
            signature(hall, tables[2], screen, lambda _, act: print(end=act()[:0]))
            signature(hall, tables[3], screen, recorder.step)
            recorder.total()


if __name__ == "__main__":
    main()

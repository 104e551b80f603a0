"""Events under way, for tests in a browser: examples whose tables stand open, and codes to join by."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant, director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tournaments.examples import Example, make_example

DIRECTOR = director_of_everything("Cora")
DEVICES = 8
"""So many can join in each role: no test waits for another one to leave a code."""


@dataclass(frozen=True)
class Event:
    """An example in a journal: its stream, the streams of its open tables, and codes for each role."""

    stream: str
    tables: tuple[str, ...]
    codes: dict[Role, list[str]]

    def code(self, role: Role) -> str:
        """A code that nobody has joined by yet. Each lets one device in."""
        return self.codes[role].pop()


def prepare(db: Path, example: Example, *roles: Role) -> Event:
    """The example in a new journal at `db`, with its tables opened and people invited for each role."""
    with Context.open(db) as context:
        kept = make_example(context, DIRECTOR, example)
        tables = tuple(
            stream
            for division in kept.state.divisions
            for stream in open_tables_of_round(context, DIRECTOR, kept.stream, division)
        )
        codes = {
            role: [
                context.devices.invite(DIRECTOR, [Grant(role, kept.stream)], name=role.value).secret
                for _ in range(DEVICES)
            ]
            for role in roles
        }
    return Event(kept.stream, tables, codes)


def join(page: Page, url: str, code: str) -> None:
    """Join with a code, as somebody does who has scanned it."""
    page.goto(f"{url}/join/{code}")
    page.locator("main form button").first.click()
    page.wait_for_url(lambda address: "/join/" not in address)

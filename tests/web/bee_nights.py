"""Nights of a Bee for tests in a browser: told to the program first, then looked at by several people."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

import bees
from web.conftest import Program, Start
from web.events import join
from web.station import LAPTOP
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context

Story = Callable[[Context, str], None]


@dataclass(frozen=True)
class Night:
    """A Bee that is served, and browsers of people who take part in it."""

    chromium: Browser
    program: Program
    stream: str
    codes: dict[str, str]

    @contextmanager
    def as_(self, name: str, size: ViewportSize = LAPTOP) -> Iterator[Page]:
        """The browser of somebody, who has joined."""
        browser_context = self.chromium.new_context(viewport=size)
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        join(page, self.program.url, self.codes[name])
        page.wait_for_load_state()
        yield page
        browser_context.close()

    def address(self, path: str) -> str:
        """A page of the program; `{bee}` stands for the tournament."""
        return self.program.url + path.format(bee=self.stream)


def night(
    chromium: Browser, start: Start, db: Path, story: Story, **people: tuple[Role, int | None]
) -> Night:
    """A Bee of Owls and Foxes after that story; people have a role, and the entrant that they belong to."""
    with Context.open(db) as context:
        bee = bees.evening(context)
        story(context, bee)
        codes = {
            name: context.devices.invite(bees.DORA, [Grant(role, bee, entrant=entrant)], name=name).secret
            for name, (role, entrant) in people.items()
        }
    return Night(chromium, start("--db", str(db)), bee, codes)

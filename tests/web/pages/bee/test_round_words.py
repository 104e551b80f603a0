"""The announced words of a round on the pages of those who play, score, judge or follow: from its start."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from service.houses import DORA, entered
from web.room import bearer, join
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.web.http.app import create_app

SURPRISE = "A surprise bonus word will be announced at the beginning of each round."
SPONSORS = "Select sponsor names/abbreviations will be announced at the beginning of each round."
WORDS = ("LITERACY", "SNAIL", "ACME, ROTARY")


def bee(context: Context, rulebook: str) -> str:
    """A team whose round 1 has its words, and waits for the start."""
    stream = entered(context, "Bee", rulebook, Profile("Owls", members=("Ann", "Ben", "Cy", "Di")))
    do(context, stream, c.ListSponsors("", ("Acme", "Rotary", "Zed")))
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
    do(context, stream, c.AnnounceWords("", "Open", 1, "literacy", "snail", ("Acme", "Rotary")))
    return stream


def do(context: Context, stream: str, command: c.Command) -> None:
    execute(context, DORA, TOURNAMENTS, stream, command)


def told(page: str) -> tuple[str, ...]:
    """The announced words, as the line that opens has them."""
    found = re.search(r'<details class="round-words".*?</details>', page, re.DOTALL)
    return () if found is None else tuple(re.findall("<dd>(.*?)</dd>", found[0]))


@pytest.mark.parametrize(
    ("rulebook", "grant", "path"),
    [
        ("bee-hare", {"role": Role.TABLE_SCOREKEEPER, "table": 1}, "/hare/{bee}/1/1/1.1"),
        ("bee-tortoise", {"role": Role.TABLE_SCOREKEEPER, "table": 1}, "/tables/{bee}/1/1/1.1"),
        ("bee-hare", {"role": Role.PLAYER, "entrant": 1}, "/me/{bee}"),
        ("bee-tortoise", {"role": Role.PLAYER, "entrant": 1}, "/me/{bee}"),
        ("bee-hare", {"role": Role.JUDGE}, "/judges"),
        ("bee-tortoise", {"role": Role.JUDGE}, "/judges"),
        ("bee-hare", None, "/live/{bee}"),
    ],
)
@pytest.mark.clause("bee-surprise", SURPRISE)
@pytest.mark.clause("bee-sponsor", SPONSORS)
def test_the_words_stand_on_the_page_from_the_start_of_the_round(
    context: Context, rulebook: str, grant: dict[str, Any] | None, path: str
) -> None:
    stream = bee(context, rulebook)
    headers = {} if grant is None else bearer(join(context, Grant(stream=stream, **grant))[0])
    with TestClient(create_app(context)) as client:

        def page() -> str:
            return str(client.get(path.format(bee=stream), headers=headers).text)

        before = page()
        assert "SNAIL" not in before
        assert "ACME" not in before
        do(context, stream, c.StartRound("", "Open"))
        assert told(page()) == WORDS
        # The start was a mistake, and the emcee may choose other words: nobody reads these any longer.
        do(context, stream, c.HaltRound("", "Open", "too early"))
        assert told(page()) == ()


def test_a_judge_of_another_tournament_reads_no_words(context: Context) -> None:
    stream = bee(context, "bee-hare")
    other = entered(context, "Club day", "club", Profile("Ann"), Profile("Bob"))
    do(context, stream, c.StartRound("", "Open"))
    headers = bearer(join(context, Grant(Role.JUDGE, other))[0])
    with TestClient(create_app(context)) as client:
        assert told(client.get("/judges", headers=headers).text) == ()

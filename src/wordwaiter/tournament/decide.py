"""Commands become facts, or are refused with a code and the clause that forbids them."""

import random
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import day, divisions, privacy, sponsors
from wordwaiter.tournament.bee import challenges, tiles_out
from wordwaiter.tournament.bee import decide as bee
from wordwaiter.tournament.bee.boards import Boards, no_boards
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants import absence, registration
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.money import pledges, treasury
from wordwaiter.tournament.officials import NO_DEVICE, ActingOfficial
from wordwaiter.tournament.rounds import results, running
from wordwaiter.tournament.state import Tournament

_DECIDERS: Final = decides.complete(
    c.Command.__args__,
    absence,
    bee,
    challenges,
    day,
    divisions,
    pledges,
    privacy,
    registration,
    results,
    running,
    sponsors,
    tiles_out,
    treasury,
)


def decide(
    tournament: Tournament,
    command: c.Command,
    now_ms: int,
    rng: random.Random,
    rulebooks: Rulebooks = shipped_rulebook,
    boards: Boards = no_boards,
    official: ActingOfficial = NO_DEVICE,
) -> tuple[Fact, ...]:
    """Returns the facts of `command`, given at `now_ms`; a refusal changes nothing.

    `boards` answers what lies on the boards that teams handed in, and `official` tells who gives the command.
    """
    if now_ms < tournament.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the clock shows {now_ms} ms, but the last entry was at {tournament.at_ms} ms; set the clock",
        )
    given = (now_ms, rng, rulebooks, boards, official)
    facts: tuple[Fact, ...] = _DECIDERS[type(command)](tournament, command, given)
    return facts

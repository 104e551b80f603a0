"""The Bee: a peek, which may be answered at once, and a challenge, whose word has a place on a board."""

import random
from collections.abc import Iterator
from typing import Any, Final

import typer

from wordwaiter.cli.tournament.desk import Desk, giving
from wordwaiter.cli.tournament.names import command_typed
from wordwaiter.cli.tournament.steps import Step, taking
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.tournament import commands as c

_PEEK: Final = Step("peek", c.BuyPeek, ("team", "word"), {"method": "pay"})


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("peek")(giving(peek))
    group.command("challenge")(giving(challenge))


@taking(_PEEK)
def peek(
    desk: Desk,
    good: bool | None = typer.Option(None, "--good/--not-good", help="The judge's answer, if it is known."),
    **typed: Any,
) -> None:
    """Sell a team a look at the dictionary."""
    kind, texts = _PEEK.meant(typed)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterator[c.Command]:
        yield command_typed(snapshot.tournament, kind, texts, by=desk.by)
        if good is not None:
            yield c.AnswerPeek(desk.by, len(snapshot.tournament.peeks) + 1, good)

    desk.tell(desk.give(plan))


def challenge(
    desk: Desk,
    challenger: str = typer.Argument(help="The team that challenges."),
    challenged: str = typer.Argument(help="The team whose board it is."),
    place: str = typer.Argument(help="Where the word begins: 8D across, D8 down."),
    word: str = typer.Argument(help="The word."),
    member: str = typer.Option(..., help="The team member who challenges."),
    round_number: str | None = typer.Option(None, "--round", help="The round; default: the latest."),
) -> None:
    """A member of one team challenges a word on another's finished board, once a round."""
    target = PlacedWord(word.strip().upper(), *parse_start(place))
    texts = {"challenger": (challenger,), "challenged": (challenged,), "round": (round_number or "",)}

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterator[c.Command]:
        yield command_typed(snapshot.tournament, c.ChallengeBoardWord, texts, by=member, target=target)

    desk.tell(desk.give(plan))

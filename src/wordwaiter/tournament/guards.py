"""What many commands need: a reason, a rulebook, a round of the right stage."""

from collections.abc import Callable, Iterable

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.rules.rulebook import Rulebook
from wordwaiter.tournament.rounds import Round, RoundStage
from wordwaiter.tournament.state import Tournament

Rulebooks = Callable[[str], Rulebook]
"""The rulebook of a name."""


def require_reason(reason: str, what: str) -> None:
    """Refuse a decision that nobody could understand later."""
    if not reason.strip():
        raise MalformedError("no-reason", f"say why {what}; the reason is kept in the log")


def names_of(tournament: Tournament, contenders: Iterable[int]) -> str:
    """The names of contenders, for a sentence."""
    owners = tournament.owners()
    return ", ".join(
        each.name
        for number in contenders
        for each in owners[number].contenders
        if each.number == number
    )  # fmt: skip


def require_open_round(tournament: Tournament, division: str, *stages: RoundStage) -> Round:
    """The round that is under way, at one of these stages."""
    tournament.division(division)
    latest = tournament.latest_round(division)
    if latest is None:
        raise ConflictError("no-round", f"{division} has no round yet; publish one")
    if latest.stage not in stages:
        wanted = " or ".join(stage.value for stage in stages)
        raise ConflictError(
            "wrong-stage",
            f"round {latest.number} of {division} is {latest.stage.value}; this needs one that is {wanted}",
            stage=latest.stage.value,
        )
    return latest

"""Checks that many commands need: a reason, a rulebook, a round of the right stage.

A page may lie open while the room goes on, and a form come late: what says which round it means is refused
where that is not the one on which it would act.
"""

from collections.abc import Callable, Iterable

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Tournament

Rulebooks = Callable[[str], Rulebook]
"""The rulebook of a name."""


def require_reason(reason: str, what: str) -> None:
    """Refuse a decision that nobody could understand later."""
    if not reason.strip():
        raise MalformedError("no-reason", f"give a reason for {what}; it is kept in the log")


def require_timed(rulebook: Rulebook) -> None:
    """Refuse minutes for games that are not timed."""
    if rulebook.clock.game is None:
        raise IllegalError(
            "untimed",
            f"games are not timed under {rulebook.name}; leave the minutes empty",
            clause=rulebook.clause_of("clock.game"),
        )


def names_of(tournament: Tournament, contenders: Iterable[int]) -> str:
    """The names of contenders, for a sentence."""
    owners = tournament.owners()
    return ", ".join(
        each.name
        for number in contenders
        for each in owners[number].contenders
        if each.number == number
    )  # fmt: skip


def require_open_round(
    tournament: Tournament, division: str, *stages: RoundStage, meant: int | None = None
) -> Round:
    """The round that is under way, at one of these stages; `meant` is the one that whoever asks looked at."""
    tournament.division(division)
    latest = tournament.latest_round(division)
    if latest is None:
        raise ConflictError("no-round", f"{division} has no round yet; publish one first")
    if meant is not None and meant != latest.number:
        raise ConflictError(
            "other-round",
            f"this was for round {meant} of {division}, but round {latest.number} is now in "
            "progress; reload the page",
            round=meant,
        )
    if latest.stage not in stages:
        wanted = " or ".join(stage.value for stage in stages)
        raise ConflictError(
            "wrong-stage",
            f"round {latest.number} of {division} is {latest.stage.value}; it must be {wanted} for this",
            stage=latest.stage.value,
        )
    return latest


def require_next_round(tournament: Tournament, division: str, meant: int | None) -> int:
    """The number of the round that comes next; `meant` is the one that whoever asks looked at."""
    number = len(tournament.rounds_of(division)) + 1
    if meant is not None and meant != number:
        done = "was already published" if meant < number else f"is not next; round {number} is"
        raise ConflictError(
            "other-round", f"round {meant} of {division} {done}; reload the page", round=meant
        )
    return number

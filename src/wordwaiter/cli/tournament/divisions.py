"""The tournament and its divisions: new, division, format."""

import random
from collections.abc import Iterable
from typing import Any, Final

import typer

from wordwaiter.cli.tournament.desk import DIVISION, REASON, Desk, giving
from wordwaiter.cli.tournament.names import the_division
from wordwaiter.cli.tournament.steps import Step, taking
from wordwaiter.command_fields import command_of_texts
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.first_steps import rulebook_for, rules_to_choose
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import AgeBand, ages_of_text
from wordwaiter.tournament.formats.choices import PairingMethod
from wordwaiter.tournament.formats.reading import changed_format, read_format, shipped_format
from wordwaiter.tournament.guards import require_reason

_FORMAT_HELP: Final = (
    "iowa, grand-island, ontario, androscoggin, bee-hare, bee-tortoise, club, wespa, naspa, club-5, club-10, "
    "club-free, club-void, or a file"
)
_NEW: Final = Step("new", c.OpenTournament, ("name",))
_BEE: Final = {"Hare": "bee-hare", "Tortoise": "bee-tortoise"}


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("new")(giving(new))
    group.command("division")(giving(division))
    group.command("format")(giving(format_))


@taking(_NEW)
def new(
    desk: Desk,
    rulebook: str | None = typer.Option(
        None, help=f"{_FORMAT_HELP}: one division, Open; bee makes its two divisions."
    ),
    division: list[str] = typer.Option(
        [], "--division", "-d", help="NAME=RULEBOOK, or NAME=RULEBOOK,65-74 with its ages; may be repeated."
    ),
    **typed: Any,
) -> None:
    if rulebook is None and not division:
        raise MalformedError("no-division", "choose a rulebook, such as --rulebook ontario for one division")
    divisions = [_open_division(desk.by, *_division_of_text(text)) for text in division]
    if rulebook == "bee":
        divisions += [_open_division(desk.by, title, played) for title, played in _BEE.items()]
    elif rulebook is not None:
        divisions.append(_open_division(desk.by, "Open", rulebook))
    _, texts = _NEW.meant(typed)
    opening = command_of_texts(c.OpenTournament, lambda field: texts[field.name], by=desk.by)
    with desk.beginning() as context:
        done = begin_tournament(context, desk.caller, opening, divisions, desk.meta)
    names = ", ".join(
        f"{each.name} ({each.rulebook}{'' if each.ages is None else f', ages {each.ages}'})"
        for each in done.state.divisions.values()
    )
    desk.tell(done, f"{opening.name} is {done.stream} in {desk.db}: {names}.")


def _division_of_text(text: str) -> tuple[str, str, AgeBand | None]:
    """Returns name, rulebook and ages from a text such as `65-74=iowa,65-74`."""
    name, is_there, rest = text.partition("=")
    if not is_there:
        raise MalformedError("bad-division", f"write a division as NAME=RULEBOOK, not {text!r}")
    rulebook, _, ages = rest.partition(",")
    return name.strip(), rulebook.strip(), ages_of_text(ages.strip(), name.strip())


def _open_division(by: str, name: str, rulebook: str, ages: AgeBand | None = None) -> c.OpenDivision:
    # Clubs play by one format under many rulebooks, so that a rulebook says enough.
    if rulebook in rules_to_choose(club := shipped_format("club")):
        return c.OpenDivision(by, name, club, rulebook_for(club, rulebook), ages=ages)
    return c.OpenDivision(by, name, read_format(rulebook), ages=ages)


def division(
    desk: Desk,
    name: str = typer.Argument(help="What it is called."),
    rulebook: str = typer.Option(..., help=_FORMAT_HELP),
    ages: str = typer.Option(
        "", help="The ages that may play, such as 65-74 or 75+; a name such as 65-74 also sets them."
    ),
) -> None:
    """Add a division."""
    band = ages_of_text(ages, name)
    command = _open_division(desk.by, name, rulebook, band)
    desk.tell(desk.give(lambda _kept, _rng: [command]))


def format_(
    desk: Desk,
    division: str | None = DIVISION,
    rounds: int | None = typer.Option(None, help="How many rounds are played."),
    pairing: PairingMethod | None = typer.Option(None, help="The pairing method from now on."),
    minutes: list[int] = typer.Option(
        [], "--minutes", help="The length of a round; repeat it for several rounds in order."
    ),
    side_minutes: int | None = typer.Option(
        None, "--side-minutes", help="The time of each side on chess clocks, where the rulebook allows them."
    ),
    reason: str = REASON,
) -> None:
    """Run a division by other settings from its next round on; the log says which, and why."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wanted = the_division(snapshot.tournament, division)
        require_reason(reason, "changing the format")
        changes: dict[str, object] = {}
        if rounds is not None:
            changes["rounds_count"] = rounds
        if minutes:
            changes["rounds_lengths"] = tuple(each * 60_000 for each in minutes)
        if side_minutes is not None:
            changes["rounds_side_clock"] = side_minutes * 60_000
        if pairing is not None:
            changes["pairing_later"] = pairing
            if not snapshot.tournament.rounds_of(wanted):
                changes["pairing_first"] = pairing
        before = snapshot.tournament.division(wanted).format
        yield c.ChangeFormat(desk.by, wanted, changed_format(before, reason, **changes), reason)

    desk.tell(desk.give(plan))

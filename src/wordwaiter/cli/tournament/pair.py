"""`wordwaiter tournament pair`: the next round, by the rulebook or by hand."""

from collections.abc import Iterable, Sequence
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import DIVISION, REASON, Desk, giving, the_fact
from wordwaiter.cli.tournament.names import the_contender, the_division
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.cli.tournament.words import sides_text
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.tournaments import RoundRequest, propose_next_round, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import RoundPublished
from wordwaiter.tournament.pairing.by_hand import Breach, ByHand
from wordwaiter.tournament.rounds.proposals import Proposal, check_games
from wordwaiter.tournament.state import Tournament

_FORBIDDEN: Final = 1


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("pair")(giving(pair))


def pair(
    desk: Desk,
    division: str | None = DIVISION,
    game: list[str] = typer.Option(
        [], "--game", help="Pair by hand: 'ANN / BOB' meet; repeat it for every game."
    ),
    bye: list[str] = typer.Option([], "--bye", help="Pair by hand: who has a bye."),
    preview: bool = typer.Option(False, "--preview", help="Only show the round; do not publish it."),
    seed: int | None = typer.Option(None, help="The seed of the draw; default: from the log."),
    withdraw: bool = typer.Option(False, "--withdraw", help="Withdraw a published round; needs a --reason."),
    reason: str = REASON,
) -> int:
    """Pair the next round by the rulebook, or by hand, and publish it."""
    snapshot = desk.look()
    wanted = the_division(snapshot.tournament, division)
    if withdraw:
        taken_back = desk.give(lambda _kept, _rng: [c.WithdrawRound(desk.by, wanted, reason)])
        desk.tell(taken_back)
        return 0
    games = _by_hand(snapshot.tournament, game, bye) if game or bye else None
    broken = () if games is None else check_games(snapshot.tournament, wanted, games)
    wish = RoundRequest(wanted, desk.by, games, seed)
    if preview and any(each.forbidden for each in broken):
        _show_breaches(desk, wanted, broken)
        return _FORBIDDEN
    if preview:
        with desk.reading() as journal:
            _show_proposal(desk, snapshot.tournament, propose_next_round(journal, snapshot, wish), broken)
        return 0
    with desk.writing() as context:
        done = publish_next_round(context, desk.caller, desk.which, wish, desk.meta)
    if desk.as_json:
        desk.tell(done)
    else:
        published = the_fact(done, RoundPublished)
        _show_round(done.state, published.division, published.number)
        for each in broken:
            print_wrapped(f"Beware: {each.sentence}.")
    return 0


def _show_breaches(desk: Desk, division: str, broken: Sequence[Breach]) -> None:
    """Shows why games named by hand cannot be published, and what else they break."""
    if desk.as_json:
        print_json({"division": division, "games": None, "byes": None, "breaks": _plain(broken)})
        return
    for each in broken:
        print_wrapped(f"{'Not possible' if each.forbidden else 'Beware'}: {each.sentence}.")
    print("Nothing is published.")


def _plain(broken: Iterable[Breach]) -> list[dict[str, object]]:
    return [{"sentence": str(each.sentence), "forbidden": each.forbidden} for each in broken]


def _show_proposal(desk: Desk, tournament: Tournament, proposal: Proposal, broken: Sequence[Breach]) -> None:
    command = proposal.command
    resting = [tournament.contender(rest.contender).name for rest in command.rests]
    if desk.as_json:
        games = [
            {
                "table": each.table,
                "sides": [tournament.contender(side).name for side in each.sides],
                "why": each.why,
            }
            for each in command.seatings
        ]
        told = {"division": command.division, "games": games, "byes": resting}
        print_json({**told, "breaks": _plain(broken)})
        return
    for each in command.seatings:
        print_wrapped(f"{each.table:>5}  {sides_text(tournament, each.sides)}")
        if each.why:
            print_wrapped(each.why, indent="         ")
    byes = (
        f"Bye: {name}. {rest.why}." if rest.why else f"Bye: {name}"
        for name, rest in zip(resting, command.rests, strict=True)
    )
    warnings = (f"Beware: {each.sentence}." for each in broken)
    for sentence in (*byes, *proposal.moved, *warnings, "Nothing is published yet."):
        print_wrapped(sentence)


def _by_hand(tournament: Tournament, games: list[str], byes: list[str]) -> ByHand:
    told = []
    for text in games:
        names = [name.strip() for name in text.split("/")]
        if len(names) != 2:
            raise MalformedError("bad-game", f"write a game as 'ANN / BOB', not {text!r}")
        told.append((str(the_contender(tournament, names[0])), str(the_contender(tournament, names[1]))))
    return ByHand(tuple(told), tuple(str(the_contender(tournament, each)) for each in byes))


def _show_round(tournament: Tournament, division: str, number: int) -> None:
    played = tournament.round(division, number)
    print(f"{division}, round {number}")
    rows = [(each.table, sides_text(tournament, each.sides)) for each in played.sittings]
    print_table(("Table", "Who"), rows)
    for rest in played.rests:
        print(f"{rest.kind.value.capitalize()}: {tournament.contender(rest.contender).name}")

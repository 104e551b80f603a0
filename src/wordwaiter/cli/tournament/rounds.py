"""Rounds: pair, start, stop, result, close; feats that win prizes."""

import random
from collections.abc import Iterable, Sequence
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import (
    BELOW_ZERO,
    DIVISION,
    REASON,
    Desk,
    giving,
    the_contender,
    the_division,
    the_fact,
)
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.cli.tournament.words import absence_lines, clock_text, sides_text, whole_number
from wordwaiter.errors import MalformedError
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.streams import shipped
from wordwaiter.service.tournaments.tournaments import (
    RoundWish,
    Snapshot,
    propose_next_round,
    publish_next_round,
)
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import FeatNoted, ResultSettled, RoundClosed, RoundPublished, RoundStarted
from wordwaiter.tournament.pairing.by_hand import Breach, ByHand
from wordwaiter.tournament.rounds.proposals import Proposal, check_games
from wordwaiter.tournament.rounds.rounds import ResultState, Round, Sitting, totals_text
from wordwaiter.tournament.standings.awards import PRIZES
from wordwaiter.tournament.state import Feat, Tournament

_FORBIDDEN: Final = 1
_NO_BOARDS: Final = (
    "A round that is started here has no boards on the pages, and no best board is looked for; for these, "
    "start rounds on the director's page, or start wordwaiter serve once more while the round runs."
)


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("pair")(giving(pair))
    group.command("start")(giving(start))
    group.command("stop")(giving(stop))
    group.command("result", context_settings=BELOW_ZERO)(giving(result))
    group.command("close")(giving(close))
    group.command("feat")(giving(feat))


# ---------------------------------------------------------------- pairing


def pair(
    desk: Desk,
    division: str | None = DIVISION,
    game: list[str] = typer.Option(
        [], "--game", help="By hand: 'ANN / BOB' meet; may be repeated, until everybody has a game."
    ),
    bye: list[str] = typer.Option([], "--bye", help="By hand: who rests."),
    preview: bool = typer.Option(False, "--preview", help="Show the round and publish nothing."),
    seed: int | None = typer.Option(None, help="Draw by this number; otherwise by the seal of the log."),
    withdraw: bool = typer.Option(False, "--withdraw", help="Take a published round back; give a --reason."),
    reason: str = REASON,
) -> int:
    """Pair the next round by the rulebook, or by hand, and publish it."""
    snapshot = desk.look()
    wanted = the_division(snapshot.tournament, division)
    if withdraw:
        taken_back = desk.give(lambda _kept, _rng: [c.WithdrawRound(desk.by, wanted, reason)])
        desk.tell(taken_back, "The round is taken back.")
        return 0
    games = _by_hand(snapshot.tournament, game, bye) if game or bye else None
    broken = () if games is None else check_games(snapshot.tournament, wanted, games)
    wish = RoundWish(wanted, desk.by, games, seed)
    if preview and any(each.forbidden for each in broken):
        _show_breaches(desk, wanted, broken)
        return _FORBIDDEN
    if preview:
        with desk.reading() as journal:
            _show_proposal(desk, snapshot.tournament, propose_next_round(journal, snapshot, wish), broken)
        return 0
    with desk.writing() as context:
        done = publish_next_round(context, desk.caller, desk.which, wish, desk.meta)
    desk.tell(done)
    if not desk.as_json:
        published = the_fact(done, RoundPublished)
        _show_round(done.snapshot.tournament, published.division, published.number)
        for each in broken:
            print_wrapped(f"Beware: {each.sentence}.")
    return 0


def _show_breaches(desk: Desk, division: str, broken: Sequence[Breach]) -> None:
    """What keeps games named by hand from being published, and what else they break."""
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
    byes = (f"Bye: {name}" for name in resting)
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


# ---------------------------------------------------------------- playing


def start(
    desk: Desk,
    division: str | None = DIVISION,
    minutes: int | None = typer.Option(None, help="Another time than the rulebook's."),
    draw_tiles: bool = typer.Option(
        False, "--draw-tiles", help="Draw which tiles each team takes out; otherwise only how many is known."
    ),
) -> None:
    """Start the round and the room's clock."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        length_ms = None if minutes is None else minutes * 60_000
        yield c.StartRound(desk.by, the_division(snapshot.tournament, division), length_ms, draw_tiles)

    done = desk.give(plan)
    begun = the_fact(done, RoundStarted)
    time = "without a clock" if begun.length_ms is None else f"for {clock_text(begun.length_ms)}"
    said = [f"Round {begun.number} of {begun.division} is running, {time}.", *absence_lines(done)]
    if isinstance(shipped(done.snapshot.tournament.division(begun.division).rulebook).play, Building):
        said.append(_NO_BOARDS)
    desk.tell(done, *said)


def stop(
    desk: Desk,
    division: str | None = DIVISION,
    add_minutes: int | None = typer.Option(None, help="Give the room more time instead, with a --reason."),
    reason: str = REASON,
) -> None:
    """Call time: boards stand as they will be counted."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wanted = the_division(snapshot.tournament, division)
        if add_minutes is None:
            yield c.CallRoundTime(desk.by, wanted)
        else:
            yield c.AdjustRoomClock(desk.by, wanted, add_minutes * 60_000, reason)

    said = "Time is up."
    if add_minutes is not None:
        said = f"{abs(add_minutes)} minutes were {'added' if add_minutes >= 0 else 'taken off'}."
    desk.tell(desk.give(plan), said)


def result(
    desk: Desk,
    table: int = typer.Argument(help="Its number."),
    scores: list[str] = typer.Argument(None, help="The totals, in the order of the pairing."),
    division: str | None = DIVISION,
    round_number: int | None = typer.Option(None, "--round", help="The latest if left out."),
    board: int = typer.Option(1, help="Where a table has several."),
    signed: list[str] = typer.Option(
        [], "--signed", help="Whose initials are on the sheet; all of them if left out; may be repeated."
    ),
    decide: bool = typer.Option(False, "--decide", help="The director decides; give a --reason."),
    correct: bool = typer.Option(False, "--correct", help="Another result than stands; give a --reason."),
    cancel: bool = typer.Option(False, "--cancel", help="The game counts for nobody; give a --reason."),
    absent: list[str] = typer.Option(
        [], "--absent", help="Who was not there, so that nobody played; give a --reason; may be repeated."
    ),
    reason: str = REASON,
) -> None:
    """Hand in the totals of a table; sheets that differ wait for the director."""
    if decide + correct + cancel + bool(absent) > 1:
        raise MalformedError("one-of-them", "decide, correct, cancel or absent: choose one")
    totals = tuple(whole_number(score, "a total") for score in scores or ())

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        tournament = snapshot.tournament
        wanted = _division_of_table(tournament, division, table)
        number = round_number or len(tournament.rounds_of(wanted)) or 1
        place = (wanted, number, table)
        if cancel:
            yield c.CancelGame(desk.by, *place, reason, board)
        elif absent:
            away = tuple(the_contender(tournament, each) for each in absent)
            yield c.ForfeitGame(desk.by, *place, away, reason, board)
        elif correct:
            yield c.CorrectResult(desk.by, *place, totals, reason, board)
        elif decide:
            yield c.DecideResult(desk.by, *place, totals, reason, board)
        else:
            sitting = tournament.round(wanted, number).sitting_at(table, board)
            signers = tuple(the_contender(tournament, each) for each in signed)
            yield c.HandInSheet(desk.by, *place, totals, signers or (sitting.sides if sitting else ()), board)

    done = desk.give(plan)
    tournament = done.snapshot.tournament
    wanted = _division_of_table(tournament, division, table)
    number = round_number or len(tournament.rounds_of(wanted))
    played = tournament.round(wanted, number)
    sitting = played.sitting_at(table, board)
    stands = any(isinstance(fact, ResultSettled) for fact in done.facts)
    said = "stands" if stands else "is cancelled" if cancel else "is not played" if absent else "is noted"
    desk.tell(
        done,
        f"{_sides(tournament, sitting)}: {totals_text(totals) or 'the game'} {said}; {_results_in(played)}.",
        *(["The sheets differ: the director decides."] if _is_disputed(sitting) else []),
        *absence_lines(done),
    )


def _results_in(played: Round) -> str:
    missing, boards = len(played.outstanding), len(played.sittings)
    if not missing:
        return f"all results of round {played.number} are in"
    return f"round {played.number} has {boards - missing} of {boards} results"


def _division_of_table(tournament: Tournament, named: str | None, table: int) -> str:
    """The division named, or the one that sits at that table now, or did in its latest round."""
    if named is None and len(tournament.divisions) > 1:
        for round_of in (tournament.open_round, tournament.latest_round):
            there = [
                name
                for name in tournament.divisions
                if (played := round_of(name)) and any(each.table == table for each in played.sittings)
            ]
            if len(there) == 1:
                return there[0]
    return the_division(tournament, named)


def _is_disputed(sitting: Sitting | None) -> bool:
    return sitting is not None and sitting.state is ResultState.DISPUTED


def _sides(tournament: Tournament, sitting: Sitting | None) -> str:
    return "" if sitting is None else sides_text(tournament, sitting.sides)


def close(
    desk: Desk,
    division: str | None = DIVISION,
    reopen: bool = typer.Option(False, "--reopen", help="It was closed too early; give a --reason."),
    reason: str = REASON,
) -> None:
    """Close the round once all its results stand."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wanted = the_division(snapshot.tournament, division)
        yield c.ReopenRound(desk.by, wanted, reason) if reopen else c.CloseRound(desk.by, wanted)

    done = desk.give(plan)
    fact = done.facts[0]
    if isinstance(fact, RoundClosed):
        rounds = done.snapshot.tournament.division(fact.division).format.rounds_with(fact.number)
        desk.tell(done, f"Round {fact.number} of {rounds} of {fact.division} is closed.")
    else:
        desk.tell(done, "The round is open again.")


def feat(
    desk: Desk,
    who: str = typer.Argument(help="Name or number."),
    what: Feat = typer.Argument(help="What wins a prize."),
    points: int = typer.Argument(help="How many points it was."),
    text: str = typer.Argument(help="The word, the play, or the game."),
) -> None:
    """Note a play, a word or a comeback for a prize."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.NoteFeat(desk.by, what, the_contender(snapshot.tournament, who), points, text)

    done = desk.give(plan)
    noted = the_fact(done, FeatNoted).feat
    tournament = done.snapshot.tournament
    entrant = tournament.entrant_of(noted.contender)
    prizes = tournament.division(entrant.division).format.honours.prizes
    no_prize = f"{entrant.division} has no prize for it; it is kept in the log alone."
    desk.tell(
        done,
        f"{what.value}: {text}, {points}, {tournament.contender(noted.contender).name}.",
        *([] if PRIZES[what] in prizes else [no_prize]),
    )

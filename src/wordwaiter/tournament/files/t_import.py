"""A finished tournament made of a division's `.t` file: the facts that would have led to it."""

import random
from collections import Counter
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import Application, Profile, single
from wordwaiter.tournament.entrants.registration import refusals
from wordwaiter.tournament.evolve import evolve, fold
from wordwaiter.tournament.facts import Fact, RoundStarted
from wordwaiter.tournament.files.t_file import TPlayer, rounds_in
from wordwaiter.tournament.formats.choices import Players
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import changed_format
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating
from wordwaiter.tournament.state import Tournament

DIVISION: Final = "A"


class _Clerk:
    """Gives commands and keeps the facts."""

    def __init__(self, opened: c.OpenTournament, now_ms: int) -> None:
        self.now_ms = now_ms
        self.facts: list[Fact] = list(open_tournament(opened, now_ms))
        self.tournament: Tournament = fold(self.facts)

    def do(self, command: c.Command) -> None:
        # Nothing in a file of results is left to chance.
        for fact in decide(self.tournament, command, self.now_ms, random.Random(0)):  # noqa: S311
            self.note(fact)

    def note(self, fact: Fact) -> None:
        self.tournament = evolve(self.tournament, fact)
        self.facts.append(fact)


def facts_of_t(
    players: tuple[TPlayer, ...], opened: c.OpenTournament, format_: Format, now_ms: int
) -> tuple[Fact, ...]:
    """The facts of a tournament with one division, round by round, as the file tells it."""
    if not isinstance(format_.entry.kind, Players):
        raise IllegalError(
            "wrong-number",
            f"a .t file lists single players, but {format_.name} has pairs or teams; use a "
            "rulebook such as club",
            clause=format_.clause_of("entry.kind"),
        )
    rounds = rounds_in(players)
    if not rounds:
        raise MalformedError("no-rounds", "nobody in this file has an opponent yet")
    clerk = _Clerk(opened, now_ms)
    as_long = format_
    if format_.rounds.count != len(rounds):
        as_long = changed_format(format_, "as many rounds as the file has", rounds_count=len(rounds))
    clerk.do(c.OpenDivision(opened.by, DIVISION, as_long))
    clerk.do(c.Register(opened.by, DIVISION, _entries(clerk.tournament, players)))
    clerk.do(c.CheckIn(opened.by, tuple(player.number for player in players)))
    for number in rounds:
        if not _play(clerk, players, number, opened.by):
            break
    for player in players:
        if player.off is not None:
            clerk.do(c.Withdraw(opened.by, player.number, "off, as the file says"))
    return tuple(clerk.facts)


def _entries(tournament: Tournament, players: tuple[TPlayer, ...]) -> tuple[Application, ...]:
    """Everybody's entry; one that would be refused is told with its line."""
    entries = []
    for name, player in _named(players):
        entry = single(Profile(name, rating=_rating(player)))
        for refusal in refusals(entry, tournament.division(DIVISION), set()):
            raise MalformedError(refusal.code, f"line {player.line}: {refusal.sentence}")
        entries.append(entry)
    return tuple(entries)


def _named(players: tuple[TPlayer, ...]) -> list[tuple[str, TPlayer]]:
    """Each player with a name that no other has."""
    count = Counter(player.name.casefold() for player in players)
    named = []
    for player in players:
        name = player.name
        if count[name.casefold()] > 1:
            name = f"{name} ({player.number})"
            while name.casefold() in count:  # somebody is called so already
                name = f"{name} ({player.number})"
        named.append((name, player))
    return named


def _rating(player: TPlayer) -> int | None:
    first = int(player.rating.partition("+")[0])
    return first or None


def _play(clerk: _Clerk, players: tuple[TPlayer, ...], number: int, by: str) -> bool:
    """A round as the file tells it; whether all its results are known, so that there may be another."""
    seatings: list[Seating] = []
    rests: list[Rest] = []
    known: dict[int, tuple[int, ...]] = {}
    free = _tables(players, number)
    for player in players:
        opponent = _at(player.opponents, number)
        score = _at(player.scores, number)
        if not opponent:
            rests.append(_rest(player, score))
        elif player.number < opponent:
            table = free[player.number]
            other = players[opponent - 1]
            seatings.append(Seating(table, (player.number, opponent), first=_first(player, other, number)))
            scores = (score, _at(other.scores, number))
            if None not in scores:
                known[table] = tuple(each for each in scores if each is not None)
    clerk.do(c.PublishRound(by, DIVISION, tuple(seatings), tuple(rests)))
    # It was played, whoever had the bye: nobody is asked whether it may start.
    length_ms = clerk.tournament.division(DIVISION).format.length_ms(number)
    clerk.note(RoundStarted(clerk.now_ms, by, DIVISION, number, length_ms, ()))
    for table, totals in known.items():
        clerk.do(c.DecideResult(by, DIVISION, number, table, totals, "as the file says"))
    if len(known) < len(seatings):
        return False
    clerk.do(c.CloseRound(by, DIVISION))
    return True


def _at(values: tuple[int | None, ...], number: int) -> int | None:
    return values[number - 1] if number <= len(values) else None


def _rest(player: TPlayer, score: int | None) -> Rest:
    if not score:
        return Rest(player.number, RestKind.ABSENT)
    return Rest(player.number, RestKind.BYE if score > 0 else RestKind.FORFEIT, score)


def _first(player: TPlayer, other: TPlayer, number: int) -> int | None:
    """Returns who went first, as one of the two lines says and the other does not deny."""
    for each, also in ((player, other), (other, player)):
        own, others = (one.numbers("p12")[number - 1 : number] for one in (each, also))
        if own == (1,) and others != (1,):
            return each.number
        if own == (2,) and others != (2,):
            return also.number
    return None


def _tables(players: tuple[TPlayer, ...], number: int) -> dict[int, int]:
    """A table for each game, by its first player: the file's where all are told once, else in order."""
    games = [
        player
        for player in players
        if (opponent := _at(player.opponents, number)) and player.number < opponent
    ]
    told = [player.numbers("board")[number - 1 : number] for player in games]
    if len(set(told)) == len(games) and all(each and each[0] > 0 for each in told):
        return {player.number: each[0] for player, each in zip(games, told, strict=True)}
    return {player.number: table for table, player in enumerate(games, start=1)}

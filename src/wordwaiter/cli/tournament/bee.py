"""The Bee: announce, peek, answer, buy, challenge, rule."""

import random
from collections.abc import Iterable
from typing import Any, Final

import typer

from wordwaiter.cli.tournament.desk import DIVISION, Desk, giving, the_contender, the_division, the_fact
from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.tournaments.tournaments import Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import BoardWordRuled, MoneyTaken, PeekBought, TilesBought, WordsAnnounced
from wordwaiter.tournament.money.ledger import Method, dollars
from wordwaiter.tournament.state import Tournament

_PAY: Final[Any] = typer.Option(Method.TAB, "--pay", help="How it is paid; on the team's tab if left out.")
_ROUND: Final[Any] = typer.Option(None, "--round", help="The latest if left out.")


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("announce")(giving(announce))
    group.command("peek")(giving(peek))
    group.command("answer")(giving(answer))
    group.command("buy")(giving(buy))
    group.command("challenge")(giving(challenge))
    group.command("rule")(giving(rule))


def announce(
    desk: Desk,
    division: str | None = DIVISION,
    round_number: int | None = typer.Option(None, "--round", help="The next one to begin if left out."),
    start: str | None = typer.Option(None, help="The starting word."),
    surprise: str | None = typer.Option(None, help="The surprise word."),
    sponsor: list[str] = typer.Option([], "--sponsor", help="A sponsor's name; may be repeated."),
) -> None:
    """Announce the words of a round; says at once which of them no team can lay."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wanted = the_division(snapshot.tournament, division)
        number = round_number or _next_round(snapshot.tournament, wanted)
        yield c.AnnounceWords(desk.by, wanted, number, start, surprise, tuple(sponsor))

    done = desk.give(plan)
    told = the_fact(done, WordsAnnounced)
    words = told.announcement
    spoken = [
        f"starting word {words.starting_word}" if words.starting_word else "",
        f"surprise word {words.surprise_word}" if words.surprise_word else "",
        f"sponsors {', '.join(words.sponsors)}" if words.sponsors else "",
    ]
    desk.tell(
        done,
        f"{told.division}, round {told.round}: {'; '.join(filter(None, spoken)) or 'no words'}.",
        *(f"Beware: {warning}" for warning in told.warnings),
    )


def _next_round(tournament: Tournament, division: str) -> int:
    rounds = tournament.rounds_of(division)
    begun = sum(each.stage.value != "published" for each in rounds)
    return begun + 1


def peek(
    desk: Desk,
    team: str = typer.Argument(help="Name or number."),
    word: str = typer.Argument(help="The word that they want looked up."),
    pay: Method = _PAY,
    good: bool | None = typer.Option(None, "--good/--not-good", help="The judge's answer, if it is known."),
) -> None:
    """Sell a team a look at the dictionary."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.BuyPeek(desk.by, the_contender(snapshot.tournament, team), word, pay)
        if good is not None:
            yield c.AnswerPeek(desk.by, len(snapshot.tournament.peeks) + 1, good)

    done = desk.give(plan)
    bought = the_fact(done, PeekBought)
    answer_ = "waits for a judge's answer" if good is None else _verdict(good)
    desk.tell(done, f"Peek {bought.number}: {bought.word} {answer_}; {_price(done.facts)}, {pay.value}.")


def _verdict(good: bool) -> str:
    return "is good" if good else "is not good"


def _price(facts: Iterable[object]) -> str:
    return dollars(sum(fact.payment.cents for fact in facts if isinstance(fact, MoneyTaken)))


def answer(
    desk: Desk,
    number: int = typer.Argument(help="Of the peek."),
    good: bool = typer.Option(..., "--good/--not-good", help="What the judge says."),
) -> None:
    """Answer a peek; the judge's answer is final."""
    done = desk.give(lambda _kept, _rng: [c.AnswerPeek(desk.by, number, good)])
    desk.tell(done, f"Peek {number}: {done.snapshot.tournament.peeks[number - 1].word} {_verdict(good)}.")


def buy(
    desk: Desk,
    team: str = typer.Argument(help="Name or number."),
    tiles: str = typer.Argument(help="How many removed tiles, or all: those of all rounds."),
    pay: Method = _PAY,
) -> None:
    """Sell removed tiles back to a team."""
    if tiles != "all" and not (tiles.isascii() and tiles.isdigit() and len(tiles) < 4):
        raise MalformedError("bad-number", f"say how many tiles, or all, not {tiles!r}")

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        number = the_contender(snapshot.tournament, team)
        if tiles == "all":
            yield c.BuyAllTiles(desk.by, number, pay)
        else:
            yield c.BuyTiles(desk.by, number, int(tiles), pay)

    done = desk.give(plan)
    drawn = [
        " ".join(fact.tiles)
        for fact in done.facts
        if isinstance(fact, TilesBought) and not isinstance(fact.tiles, int)
    ]
    which = f": {drawn[0]}" if drawn else ""
    desk.tell(done, f"{team} bought {tiles} back{which}; {_price(done.facts)}, {pay.value}.")


def challenge(
    desk: Desk,
    challenger: str = typer.Argument(help="The team that challenges."),
    challenged: str = typer.Argument(help="The team whose board it is."),
    place: str = typer.Argument(help="Where the word begins: 8D across, D8 down."),
    word: str = typer.Argument(help="The word."),
    points: int = typer.Option(..., help="What the word counted on that board."),
    member: str = typer.Option(..., help="The member who brings it to the judges."),
    round_number: int | None = _ROUND,
) -> None:
    """A member of one team challenges a word on another's finished board, once a round."""
    square, direction = parse_start(place)
    target = ChallengedWord(word.strip().upper(), square, direction, points)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        tournament = snapshot.tournament
        team = the_contender(tournament, challenger)
        other = the_contender(tournament, challenged)
        yield c.ChallengeBoardWord(member, _round(tournament, team, round_number), team, other, target)

    desk.tell(desk.give(plan), f"{challenger} challenges {target} of {challenged}; the judges rule.")


def _round(tournament: Tournament, team: int, told: int | None) -> int:
    return told or len(tournament.rounds_of(tournament.entrant_of(team).division)) or 1


def rule(
    desk: Desk,
    challenger: str = typer.Argument(help="The team that challenged."),
    good: bool = typer.Option(..., "--good/--not-good", help="What the judges rule on the word."),
    ground: str = typer.Option("", help="Why."),
    round_number: int | None = _ROUND,
) -> None:
    """Rule on a challenged word; points change hands, or the challenger loses some."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        team = the_contender(snapshot.tournament, challenger)
        yield c.RuleBoardWord(desk.by, _round(snapshot.tournament, team, round_number), team, good, ground)

    done = desk.give(plan)
    ruled = the_fact(done, BoardWordRuled)
    name = done.snapshot.tournament.contender
    desk.tell(
        done,
        "The word is good." if good else "The word is not good.",
        *(f"{name(team).name} {points:+d}: {sentence}" for team, points, sentence in ruled.points),
    )

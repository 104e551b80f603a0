"""The Bee: words announced, peeks, tiles bought back, and challenges of words on boards."""

import random
import re
from dataclasses import dataclass

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import (
    BoardRuling,
    NamedTeam,
    WordChallenge,
    make_challenge,
    rule_challenge,
)
from wordwaiter.game.hare.score import challenge_lines
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.announcement import announce, check_announcement, starting_tiles
from wordwaiter.rules.finished_board import tile_name
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.facts import (
    AllTilesBought,
    BoardWordChallenged,
    BoardWordRuled,
    Fact,
    MoneyTaken,
    PeekAnswered,
    PeekBought,
    TilesBought,
    WordsAnnounced,
)
from wordwaiter.tournament.guards import Rulebooks, require_open_round
from wordwaiter.tournament.money.ledger import Fund, Payment
from wordwaiter.tournament.money.treasury import tiles_paid_cents
from wordwaiter.tournament.rounds.rounds import PHASES, Round, RoundStage
from wordwaiter.tournament.state import Tournament


@decides
def announce_words(
    tournament: Tournament, command: c.AnnounceWords, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """The words of a round are announced before it begins, with a warning for each that cannot be laid."""
    division = tournament.division(command.division)
    if not 1 <= command.round <= division.format.rounds.count:
        raise MalformedError(
            "no-such-round",
            f"{division.name} has {division.format.rounds.count} rounds; there is no round {command.round}",
        )
    rounds = tournament.rounds_of(division.name)
    if command.round <= len(rounds) and rounds[command.round - 1].stage is not RoundStage.PUBLISHED:
        raise ConflictError(
            "round-begun", f"round {command.round} of {division.name} has started; its words cannot change"
        )
    rulebook = rulebooks(division.rulebook)
    announcement = announce(
        rulebook.table.tile_set, command.starting_word, command.surprise_word, command.sponsors
    )
    if announcement.starting_word is not None:
        starting_tiles(announcement, rulebook)  # refuses a word that cannot begin a board
    warnings = tuple(str(problem) for problem in check_announcement(announcement, rulebook))
    return (WordsAnnounced(now_ms, command.by, division.name, command.round, announcement, warnings),)


# ---------------------------------------------------------------- peeks


@decides
def buy_peek(
    tournament: Tournament, command: c.BuyPeek, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A word, and its price on the team's tab."""
    rulebook = _rulebook_of(tournament, command.team, rulebooks)
    running = _running_round(tournament, command.team)
    cents = rulebook.words.peek_cents
    if cents is None:
        raise IllegalError(
            "no-peeks",
            f"{rulebook.name} has no peeks at the dictionary",
            clause=rulebook.clause_of("words.peek_cents"),
        )
    word = rulebook.table.tile_set.upper(command.word.strip())
    # A word with a hyphen may be asked for; what is on no tile is a slip, and nobody pays for that.
    if not rulebook.table.tile_set.spell(re.sub("['’-]", "", word)):
        raise MalformedError("no-word", "enter the word to look up")
    line = len(tournament.ledger) + 1
    payment = Payment(Fund.PEEK, cents, command.method, command.team, word)
    return (
        PeekBought(now_ms, command.by, len(tournament.peeks) + 1, command.team, running.number, word, line),
        MoneyTaken(now_ms, command.by, line, payment),
    )


@decides
def answer_peek(
    tournament: Tournament, command: c.AnswerPeek, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A judge's answer, which is final."""
    if not 1 <= command.peek <= len(tournament.peeks):
        raise MalformedError("no-such-peek", f"there is no peek {command.peek}")
    peek = tournament.peeks[command.peek - 1]
    if peek.good is not None:
        verdict = "good" if peek.good else "not good"
        raise IllegalError(
            "answer-is-final",
            f"{peek.answered_by} ruled that {peek.word} is {verdict}; the judges' answer is final",
            clause=_rulebook_of(tournament, peek.team, rulebooks).clause_of("words.peek_cents"),
        )
    return (PeekAnswered(now_ms, command.by, command.peek, command.good),)


# ---------------------------------------------------------------- tiles for money


@decides
def buy_tiles(
    tournament: Tournament, command: c.BuyTiles, now_ms: int, rng: random.Random, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """Removed tiles come back at random, at the price of single tiles."""
    rulebook = _rulebook_of(tournament, command.team, rulebooks)
    building = _building(rulebook)
    running = _running_round(tournament, command.team)
    removed = running.removed.get(command.team, ())
    if command.count < 1:
        raise MalformedError("no-tiles", "enter how many tiles to buy back")
    if command.count > count_of(removed):
        raise IllegalError(
            "not-that-many-removed",
            f"you cannot buy back {command.count}; {count_of(removed)} are out of play",
            clause=rulebook.clause_of("building.tiles_removed"),
            removed=count_of(removed),
        )
    cents = command.count * building.tile_cents
    tiles: Tiles = command.count
    if not isinstance(removed, int):
        tiles = rack_of(rng.sample(removed, command.count), rulebook.table.tile_set).tiles
    line = len(tournament.ledger) + 1
    which = "" if isinstance(tiles, int) else f": {', '.join(map(tile_name, tiles))}"
    note = f"{command.count} of round {running.number}{which}"
    return (
        TilesBought(now_ms, command.by, command.team, running.number, tiles, cents),
        MoneyTaken(now_ms, command.by, line, Payment(Fund.TILES, cents, command.method, command.team, note)),
    )


@decides
def buy_all_tiles(
    tournament: Tournament, command: c.BuyAllTiles, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """All removed tiles of all rounds for one price, less what the team has paid for some of them."""
    rulebook = _rulebook_of(tournament, command.team, rulebooks)
    building = _building(rulebook)
    clause = rulebook.clause_of("building.all_tiles_cents")
    name = tournament.contender(command.team).name
    if command.team in tournament.bought_all:
        raise ConflictError("all-bought", f"{name} has already bought all tiles of all rounds")
    offer = all_tiles_offer(tournament, command.team, building)
    if offer is None:
        raise IllegalError("nothing-to-buy", f"{name} has no more tiles to buy back", clause=clause)
    line = len(tournament.ledger) + 1
    payment = Payment(Fund.ALL_TILES, offer.cents, command.method, command.team, "all tiles of all rounds")
    return (
        AllTilesBought(now_ms, command.by, command.team, offer.begun, offer.now, offer.later, offer.cents),
        MoneyTaken(now_ms, command.by, line, payment),
    )


@dataclass(frozen=True, slots=True)
class AllTilesOffer:
    """What a team gets if it buys all removed tiles of all rounds now, and what it pays."""

    begun: int
    """Rounds that have begun."""
    now: Tiles
    later: int
    cents: int

    def is_no_dearer(self, building: Building) -> bool:
        """Whether the same tiles, bought one by one, would cost at least as much."""
        return self.cents <= (count_of(self.now) + self.later) * building.tile_cents


def all_tiles_offer(tournament: Tournament, team: int, building: Building) -> AllTilesOffer | None:
    """What all tiles cost a team, less what it has paid for some of them; nothing if it has them already."""
    division = tournament.entrant_of(team).division
    running = tournament.open_round(division)
    begun = sum(each.stage is not RoundStage.PUBLISHED for each in tournament.rounds_of(division))
    now: Tiles = ()
    if running is not None and running.stage is RoundStage.RUNNING:
        now = running.removed.get(team, ())
    later = sum(building.tiles_removed[begun:])
    cents = building.all_tiles_cents - tiles_paid_cents(tournament, team)
    if team in tournament.bought_all or count_of(now) + later == 0 or cents <= 0:
        return None
    return AllTilesOffer(begun, now, later, cents)


def _building(rulebook: Rulebook) -> Building:
    if not isinstance(rulebook.play, Building):
        raise IllegalError(
            "no-buy-back",
            f"{rulebook.name} takes no tiles out, so there are none to buy back",
            clause=rulebook.clause_of("table.form"),
        )
    return rulebook.play


# ---------------------------------------------------------------- challenges


@decides
def challenge_word(
    tournament: Tournament, command: c.ChallengeBoardWord, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A member of one team challenges a word of another team of the division."""
    rulebook = _rulebook_of(tournament, command.challenger, rulebooks)
    challenger, challenged = (tournament.contender(each) for each in (command.challenger, command.challenged))
    division = tournament.entrant_of(challenger.number).division
    if not isinstance(rulebook.challenge, BoardChallenge):
        raise IllegalError(
            "no-board-challenge", f"under {rulebook.name}, challenge plays at the table, not boards"
        )
    if tournament.entrant_of(challenged.number).division != division:
        raise IllegalError(
            "other-division",
            f"{challenged.name} and {challenger.name} are in different divisions",
            clause=rulebook.clause_of("board_challenge.window"),
        )
    if command.by not in challenger.profile.members:
        raise IllegalError(
            "not-a-member",
            f"{command.by or 'the challenger'} is not a member of {challenger.name}; only members "
            "may challenge",
            clause=rulebook.clause_of("board_challenge.per_round"),
        )
    played = tournament.round(division, command.round)
    challenge = WordChallenge(
        NamedTeam(challenger.number, challenger.name),
        NamedTeam(challenged.number, challenged.name),
        command.target,
        command.by,
        now_ms,
    )
    make_challenge(played.challenges, challenge, PHASES[played.stage], rulebook)
    return (BoardWordChallenged(now_ms, command.by, division, command.round, challenge),)


@decides
def rule_word(
    tournament: Tournament, command: c.RuleBoardWord, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """The judges rule, and points change hands or are lost."""
    rulebook = _rulebook_of(tournament, command.challenger, rulebooks)
    challenger = tournament.contender(command.challenger)
    division = tournament.entrant_of(command.challenger).division
    played = tournament.round(division, command.round)
    challenge = next(
        (each for each in reversed(played.challenges) if each.challenger.number == challenger.number), None
    )
    if challenge is None:
        raise MalformedError(
            "no-such-challenge", f"{challenger.name} has not challenged a word in round {command.round}"
        )
    ruling = BoardRuling(command.good, command.by, now_ms, command.ground)
    ruled = rule_challenge(played.challenges, challenge, ruling)
    points = tuple(
        (team.number, line.points, line.sentence)
        for team in (challenge.challenger, challenge.challenged)
        if team.number is not None
        for line in challenge_lines(ruled[played.challenges.index(challenge) :][:1], team, rulebook)
    )
    return (
        BoardWordRuled(
            now_ms,
            command.by,
            division,
            command.round,
            challenge.challenger,
            command.good,
            command.ground,
            points,
        ),
    )


# ---------------------------------------------------------------- what they share


def _rulebook_of(tournament: Tournament, team: int, rulebooks: Rulebooks) -> Rulebook:
    return rulebooks(tournament.division(tournament.entrant_of(team).division).rulebook)


def _running_round(tournament: Tournament, team: int) -> Round:
    return require_open_round(tournament, tournament.entrant_of(team).division, RoundStage.RUNNING)

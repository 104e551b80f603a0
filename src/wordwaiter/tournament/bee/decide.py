"""The Bee: words announced, and tiles bought back."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.announcement import (
    AnnouncedKind,
    Announcement,
    announce,
    check_announcement,
    missing_words,
    require_few_words,
    starting_tiles,
)
from wordwaiter.rules.finished_board import tile_name
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.tiles_out import draw_tiles
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import require_playing, why_not_playing
from wordwaiter.tournament.facts import (
    AllTilesBought,
    Fact,
    MoneyTaken,
    TilesBought,
    WordsAnnounced,
)
from wordwaiter.tournament.guards import Rulebooks, require_open_round
from wordwaiter.tournament.money.ledger import Fund, Payment, dollars
from wordwaiter.tournament.money.treasury import tiles_paid_cents
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Division, Tournament


@decides
def announce_words(
    tournament: Tournament, command: c.AnnounceWords, now_ms: int, rng: random.Random, rulebooks: Rulebooks
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
    require_few_words(announcement)
    if announcement.starting_word is not None:
        starting_tiles(announcement, rulebook)  # refuses a word that cannot begin a board
    _require_listed(tournament, announcement)
    problems = check_announcement(announcement, rulebook)
    _require_words_that_can_be_laid(problems, anyway=command.anyway)
    warnings = tuple(map(str, problems))
    without = _confirmed(command, missing_words(announcement, rulebook))
    removed: tuple[tuple[int, Tiles], ...] = ()
    if command.round <= len(rounds) and not _lacking(command.round, announcement, without, rulebook):
        teams = sorted(rounds[command.round - 1].seated)
        removed = tuple(draw_tiles(tournament, rulebook, command.round, teams, announcement, rng))
    told = (announcement, warnings, without, removed)
    return (WordsAnnounced(now_ms, command.by, division.name, command.round, *told),)


def _require_listed(tournament: Tournament, announcement: Announcement) -> None:
    """Refuses sponsors that are not on the list of the event, which judges and papers go by."""
    known = set(tournament.all_sponsors)
    if strangers := [name for name in announcement.sponsors if name not in known]:
        raise MalformedError(
            "sponsor-not-listed",
            f"list {', '.join(strangers)} among the sponsors of the event first; only those are announced",
            names=strangers,
        )


_NOT_TO_BE_LAID: Final = frozenset(
    {
        ProblemCode.CANNOT_BE_LAID,
        ProblemCode.WORD_TOO_LONG,
        ProblemCode.WORD_TOO_SHORT,
        ProblemCode.NOT_ENOUGH_TILES,
    }
)


def _require_words_that_can_be_laid(problems: Iterable[Problem], *, anyway: bool) -> None:
    """Refuses words that nobody can lay, unless the emcee has confirmed them."""
    found = [] if anyway else [problem for problem in problems if problem.code in _NOT_TO_BE_LAID]
    if found:
        raise IllegalError(
            "word-cannot-be-laid",
            f"{found[0].sentence}; choose another word, or confirm it",
            clause=found[0].clause,
            word=found[0].words[0],
        )


def _confirmed(command: c.AnnounceWords, missing: tuple[AnnouncedKind, ...]) -> tuple[AnnouncedKind, ...]:
    """Returns what a round does without. Every board of round 1 begins with the starting word (bee-5)."""
    asked_for = {AnnouncedKind.STARTING} if command.round == 1 else set()
    return tuple(each for each in missing if each in command.without and each not in asked_for)


def words_lacking(
    tournament: Tournament, division: Division, number: int, rulebook: Rulebook
) -> tuple[AnnouncedKind, ...]:
    """Returns what must be announced before a round, also one for fun; what the emcee does without is not.

    Only round 1 must have a starting word (bee-5); boards of later rounds have one where the committee
    announces it. A table of turns begins with it in every round, unless the emcee confirms that there is
    none.
    """
    without = tournament.words_without.get((division.name, number), ())
    return _lacking(number, tournament.announcement(division.name, number), without, rulebook)


def _lacking(
    number: int, announcement: Announcement, without: Iterable[AnnouncedKind], rulebook: Rulebook
) -> tuple[AnnouncedKind, ...]:
    needless = set(without)
    if number > 1 and isinstance(rulebook.play, Building):
        needless.add(AnnouncedKind.STARTING)
    return tuple(each for each in missing_words(announcement, rulebook) if each not in needless)


@decides
def buy_tiles(
    tournament: Tournament, command: c.BuyTiles, now_ms: int, rng: random.Random, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """Removed tiles come back at random, at the price of single tiles."""
    rulebook = rulebook_of(tournament, command.team, rulebooks)
    building = _building(rulebook)
    running = running_round(tournament, command.team)
    require_playing(tournament, running, command.team, "it cannot buy tiles")
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
    rulebook = rulebook_of(tournament, command.team, rulebooks)
    building = _building(rulebook)
    clause = rulebook.clause_of("building.all_tiles_cents")
    name = tournament.contender(command.team).name
    if command.team in tournament.departures:
        raise ConflictError("not-in-round", f"{name} has left; it cannot buy tiles")
    if command.team in tournament.bought_all:
        raise ConflictError("all-bought", f"{name} has already bought all tiles of all rounds")
    offer = all_tiles_offer(tournament, command.team, building)
    if offer is None:
        raise IllegalError("nothing-to-buy", f"{name} has no more tiles to buy back", clause=clause)
    if not offer.is_no_dearer:
        raise IllegalError(
            "all-tiles-dearer",
            f"all tiles cost {dollars(offer.cents)}, and one by one {dollars(offer.single_cents)}; buy "
            "single tiles",
            clause=clause,
        )
    line = len(tournament.ledger) + 1
    payment = Payment(Fund.ALL_TILES, offer.cents, command.method, command.team, "all tiles of all rounds")
    return (
        AllTilesBought(now_ms, command.by, command.team, offer.begun, offer.now, offer.later, offer.cents),
        MoneyTaken(now_ms, command.by, line, payment),
    )


@dataclass(frozen=True, slots=True)
class AllTilesOffer:
    """The tiles a team gets if it buys all removed tiles of all rounds now, and their price."""

    begun: int
    """Rounds that have begun."""
    now: Tiles
    later: int
    cents: int
    single_cents: int
    """The price of the same tiles bought one by one."""

    @property
    def is_no_dearer(self) -> bool:
        """Checks if the same tiles, bought one by one, would cost at least as much."""
        return self.cents <= self.single_cents

    @property
    def saving_cents(self) -> int:
        return self.single_cents - self.cents


def tiles_to_buy(tournament: Tournament, team: int) -> Tiles:
    """Returns the tiles that a team can buy back now, which plays in the round that runs."""
    running = tournament.open_round(tournament.entrant_of(team).division)
    is_on = running is not None and running.stage is RoundStage.RUNNING
    if running is None or not is_on or why_not_playing(tournament, running, team):
        return ()
    return running.removed.get(team, ())


def all_tiles_offer(tournament: Tournament, team: int, building: Building) -> AllTilesOffer | None:
    """Returns the offer of all tiles to a team, less what it has paid; `None` if it has them already."""
    division = tournament.entrant_of(team).division
    begun = sum(each.stage is not RoundStage.PUBLISHED for each in tournament.rounds_of(division))
    now = tiles_to_buy(tournament, team)
    later = sum(building.tiles_removed[begun:])
    cents = building.all_tiles_cents - tiles_paid_cents(tournament, team)
    if (
        team in tournament.bought_all | tournament.departures.keys()
        or count_of(now) + later == 0
        or cents <= 0
    ):
        return None
    return AllTilesOffer(begun, now, later, cents, (count_of(now) + later) * building.tile_cents)


def _building(rulebook: Rulebook) -> Building:
    if not isinstance(rulebook.play, Building):
        raise IllegalError(
            "no-buy-back",
            f"{rulebook.name} takes no tiles out, so there are none to buy back",
            clause=rulebook.clause_of("table.form"),
        )
    return rulebook.play


# ---------------------------------------------------------------- what they share


def rulebook_of(tournament: Tournament, team: int, rulebooks: Rulebooks) -> Rulebook:
    """Returns the rulebook of a team's division."""
    return rulebooks(tournament.division(tournament.entrant_of(team).division).rulebook)


def running_round(tournament: Tournament, team: int) -> Round:
    """Returns the round that a team plays now."""
    return require_open_round(tournament, tournament.entrant_of(team).division, RoundStage.RUNNING)

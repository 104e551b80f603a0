"""Tiles that Hare teams take out before the clock starts: drawn for them, or by themselves (bee-hare-7)."""

import random
from collections.abc import Iterable, Iterator

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.opening import open_round, require_taken_out, tiles_out_in
from wordwaiter.game.holdings import count_of
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import Boards
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import require_playing
from wordwaiter.tournament.facts import Fact, TilesOutCorrected, TilesTakenOut
from wordwaiter.tournament.guards import Rulebooks, names_of, require_open_round, require_reason
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

TilesOfTeams = Iterator[tuple[int, Tiles]]

MOST: int = 30
"""Letters that a team may type; no round takes out nearly as many."""


def draw_tiles(
    tournament: Tournament,
    rulebook: Rulebook,
    number: int,
    teams: Iterable[int],
    announcement: Announcement,
    rng: random.Random,
    kind: TableKind = TableKind.VIRTUAL,
) -> TilesOfTeams:
    """The tiles that each team takes out; a team with a total buy-back has bought them already."""
    if not isinstance(rulebook.play, Building):
        return
    for team in teams:
        if team in tournament.bought_all:
            yield team, ()
            continue
        opening = OpenRound("", tournament.contender(team).name, number, kind, announcement)
        (opened,) = open_round(rulebook, opening, 0, rng)
        yield team, opened.removed


@decides
def take_tiles_out(
    tournament: Tournament, command: c.TakeTilesOut, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A team says which tiles it took out: exactly as many as the round asks for, of those that there are."""
    division = tournament.division(tournament.entrant_of(command.team).division)
    published = require_open_round(tournament, division.name, RoundStage.PUBLISHED, meant=command.round)
    who = names_of(tournament, [command.team])
    if published.sitting_of(command.team) is None:
        raise ConflictError("not-playing", f"{who} has no table in round {published.number}")
    is_own = bool(command.letters.strip()) or command.count is not None
    drawn = published.removed.get(command.team)
    if not is_own and drawn is None:
        raise ConflictError(
            "tiles-not-drawn", f"no tiles are drawn for {who} yet; wait until the round has its words"
        )
    tiles = drawn or ()
    if is_own:
        rulebook = rulebooks(division.rulebook)
        tiles = _as_told(command, rulebook)
        announcement = tournament.announcement(division.name, published.number)
        require_taken_out(rulebook, announcement, tiles, _asked_for(tournament, published, command, rulebook))
    return (TilesTakenOut(now_ms, command.by, division.name, published.number, command.team, tiles, is_own),)


@decides
def correct_tiles_out(
    tournament: Tournament, command: c.CorrectTilesOut, now_ms: int, rulebooks: Rulebooks, boards: Boards
) -> tuple[Fact, ...]:
    """An official says which tiles are out now: those of the round less the ones that were bought back."""
    division = tournament.division(tournament.entrant_of(command.team).division)
    stages = (RoundStage.RUNNING, RoundStage.ENDED)
    played = require_open_round(tournament, division.name, *stages, meant=command.round)
    require_reason(command.reason, "correcting the tiles that are out")
    require_playing(tournament, played, command.team, "it has no tiles out")
    rulebook, team = rulebooks(division.rulebook), command.team
    bought = [each.tiles for each in tournament.purchases if (each.team, each.round) == (team, played.number)]
    wanted = _asked_for(tournament, played, command, rulebook)
    if wanted:
        wanted -= sum(map(count_of, bought))
    tiles = _as_told(command, rulebook)
    back = tuple(tile for each in bought if not isinstance(each, int) for tile in each)
    announcement = tournament.announcement(division.name, played.number)
    require_taken_out(rulebook, announcement, tiles, wanted, back)
    sitting = played.sitting_of(team)
    if sitting is not None:
        place = Place(division.name, played.number, sitting.table, sitting.board)
        if boards(place) is not None:
            raise ConflictError(
                "board-submitted",
                "the board is handed in; let the Word Waiter enter it again first, then correct the tiles",
            )
    return (TilesOutCorrected(now_ms, command.by, division.name, played.number, team, tiles, command.reason),)


def _asked_for(
    tournament: Tournament,
    published: Round,
    command: c.TakeTilesOut | c.CorrectTilesOut,
    rulebook: Rulebook,
) -> int:
    """Returns how many tiles a team takes out; none where it has bought all of them already."""
    if command.team in tournament.bought_all:
        return 0
    return tiles_out_in(rulebook, published.number)


def _as_told(command: c.TakeTilesOut | c.CorrectTilesOut, rulebook: Rulebook) -> Tiles:
    letters = "".join(command.letters.split()).upper()
    if not letters:
        if command.count is None or not 0 <= command.count <= MOST:
            raise MalformedError("bad-number", f"enter how many tiles you took out, from 0 to {MOST}")
        return command.count or ()
    tile_set = rulebook.table.tile_set
    if len(letters) > MOST or any(each not in tile_set.counts for each in letters):
        raise MalformedError(
            "bad-letters", "write the letters of the tiles, such as AEIOU, and ? for a blank"
        )
    return rack_of(letters, tile_set).tiles

"""The Word Waiter's desk: a team's board with its tally and its tab, and what a board would score."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.round import HareRound, loose_tiles, remaining_ms, score_of, tally_of
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.game.hare.score import LineCause, RoundScore, ScoreLine
from wordwaiter.game.holdings import count_of
from wordwaiter.roles import Role
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.rules.tally import Tally
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import keeps_table, seated_in_round
from wordwaiter.service.bee.tiles_to_take import TilesToTake, tiles_to_take
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.tables.out_of_play import NotBegun, OutOfPlay, TakenBack, out_of_play
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.service.tables.team_members import members_at
from wordwaiter.service.tables.team_peeks import peeks_of
from wordwaiter.service.tables.views import look_at_board
from wordwaiter.tournament.bee.decide import AllTilesOffer, all_tiles_offer, tiles_to_buy
from wordwaiter.tournament.money.treasury import tab_cents
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, struck_text
from wordwaiter.tournament.state import Peek, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices at a team's table now, in cents; `None` where there is nothing to buy."""

    peek: int | None
    tile: int | None
    all_tiles: AllTilesOffer | None
    """All that were taken out and will be, less what was paid for some; none where single ones cost less."""


@dataclass(frozen=True, slots=True)
class HareScene:
    """A team's board as its Word Waiter has it before them."""

    stream: str
    version: int
    now_ms: int
    built: HareRound
    tally: Tally
    score: RoundScore
    left_ms: int | None
    """Of the round's time; negative is overtime."""
    loose: Rack | int
    """Tiles beside the board; how many, where nobody noted which were taken out."""
    keeps: bool
    """Whether the caller enters this board."""
    judges: bool
    """Whether the caller may correct this board as an official."""
    tournament: str
    """The name of the tournament."""
    place: BoardPlace
    team: int
    members: tuple[str, ...]
    """Those of the team, one of whom checks the board; with the names that the caller may see."""
    tab_cents: int
    prices: "Prices"
    peeks: tuple[Peek, ...]
    """With what the list says: for judges, and for the Word Waiter who bought them for the team."""
    next_board: str | None
    """The board of the same table in the round that has begun since; for its Word Waiter alone."""
    to_take: TilesToTake | None
    """Which tiles the team takes out before the next round; for its Word Waiter alone."""
    corrects_tiles: bool
    """Whether the caller may put right which tiles are out of play."""
    out: OutOfPlay | None = None
    """Why nobody does anything here any more, though the team has not handed its board in."""

    @property
    def paints(self) -> bool:
        """Checks if the caller enters this board, or puts it right as an official once time is called."""
        return self.keeps or (self.judges and self.out is None)

    @property
    def waits_for_start(self) -> bool:
        return isinstance(self.out, NotBegun)

    @property
    def moved_to(self) -> str | None:
        """The board that stands here since the round was paired anew, where this is the one before."""
        return self.out.stream if isinstance(self.out, TakenBack) else None


def hare_scene(context: "Context", caller: Caller, stream: str) -> HareScene:
    """A team's board as the caller has it before them."""
    seen = look_at_board(context, caller, stream)
    place = place_of(stream)
    if place is None:
        raise MalformedError("no-such-board", f"{stream} is not a board of a round")
    tournament: Tournament = context.states.of(place.tournament).state
    found = place.played_in(tournament)
    if found is None:
        raise MalformedError("no-such-board", "the round was paired again; this board is no longer used")
    played, sitting = found
    team, seated = sitting.sides[0], seated_in_round(tournament, place)
    out = out_of_play(context, stream, seen.board)
    return HareScene(
        stream=stream,
        version=seen.version,
        now_ms=seen.now_ms,
        built=seen.board,
        tally=tally_of(seen.board),
        score=_score(seen.board, played, team),
        left_ms=remaining_ms(seen.board, seen.now_ms),
        loose=loose_tiles(seen.board),
        keeps=out is None and keeps_table(caller, stream, seated, Role.TABLE_SCOREKEEPER, Role.SCOREKEEPER),
        judges=seen.board.stage is not BoardStage.BUILDING and caller.holds(place.tournament, Role.JUDGE),
        tournament=tournament.name,
        place=place,
        team=team,
        members=members_at(context, caller, stream),
        tab_cents=tab_cents(tournament, team),
        prices=_prices(tournament, team, seen.board.rulebook),
        peeks=peeks_of(caller, stream, tournament, place, team),
        next_board=_next_board(context, tournament, place)
        if caller.grants_for(stream, Role.TABLE_SCOREKEEPER)
        else None,
        to_take=_to_take(tournament, place, team)
        if caller.grants_for(stream, Role.TABLE_SCOREKEEPER)
        else None,
        corrects_tiles=out is None
        and played.stage in (RoundStage.RUNNING, RoundStage.ENDED)
        and seen.board.removed.count > 0
        and not seen.board.is_handed_in
        and keeps_table(caller, stream, seated, Role.JUDGE),
        out=out,
    )


def _score(built: HareRound, played: Round, team: int) -> RoundScore:
    """Returns the score of a board, with what rulings on its words have moved."""
    score = score_of(built, played.challenges)
    struck = (each for each in played.refused_words if each.team == team and each.struck)
    return RoundScore(
        (
            *score.lines,
            *(ScoreLine(LineCause.STRUCK, -each.points, struck_text(each.words)) for each in struck),
        )
    )


def _next_board(context: "Context", tournament: Tournament, place: BoardPlace) -> str | None:
    """Returns where the Word Waiter of a table goes on; a start that was taken back leads nowhere."""
    latest = tournament.latest_round(place.in_tournament(tournament).division)
    if latest is None or latest.number <= place.round or latest.stage is RoundStage.PUBLISHED:
        return None
    return stream_at(context, replace(place, round=latest.number))


def _to_take(tournament: Tournament, place: BoardPlace, team: int) -> TilesToTake | None:
    """Returns what a team takes out before a round that was published after this one."""
    latest = tournament.latest_round(place.in_tournament(tournament).division)
    return tiles_to_take(tournament, latest, team) if latest and latest.number > place.round else None


def _prices(tournament: Tournament, team: int, rulebook: Rulebook) -> Prices:
    building = rulebook.play
    if not isinstance(building, Building):
        return Prices(rulebook.words.peek_cents, None, None)
    offer = all_tiles_offer(tournament, team, building)
    return Prices(
        rulebook.words.peek_cents,
        building.tile_cents if count_of(tiles_to_buy(tournament, team)) else None,
        offer if offer is not None and offer.is_no_dearer else None,
    )


@dataclass(frozen=True, slots=True)
class TypedBoard:
    """The score of a board as typed, and the tiles left beside it."""

    tally: Tally
    loose: Rack | int
    """How many, where nobody noted which were taken out."""


def tally_as_typed(context: "Context", caller: Caller, stream: str, text: str) -> TypedBoard:
    """Scores a board as its lines are typed; nothing is written down."""
    built = look_at_board(context, caller, stream).board
    board = parse_board(text, built.board.layout, built.board.tile_set)
    typed = replace(built, board=board)
    return TypedBoard(tally_of(typed), loose_tiles(typed))

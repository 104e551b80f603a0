"""The next round before it is published: how it would be paired, changed by hand, and what was looked at."""

from dataclasses import dataclass, replace
from itertools import chain

from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import LookedAtRound, RoundRequest, propose_next_round
from wordwaiter.tournament.pairing.by_hand import ByHand, changed_places
from wordwaiter.tournament.rounds.proposals import Proposal, basis_of
from wordwaiter.tournament.rounds.rounds import Rest, RestKind
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.pages.tournament_page import TournamentRequest


@dataclass(frozen=True, slots=True)
class Proposed:
    """The next round as it would be published, and what its form says was looked at."""

    proposal: Proposal
    looked_at: LookedAtRound


def proposed_round(
    page_request: TournamentRequest, division: str, by_hand: ByHand | None = None, drawn_at: int | None = None
) -> Proposed:
    """The next round of a division; games by hand keep the draw of the proposal that they change."""
    snapshot = snapshot_of(page_request.context, page_request.stream)
    looked_at = LookedAtRound(
        len(snapshot.tournament.rounds_of(division)) + 1,
        drawn_at or snapshot.version,
        basis_of(snapshot.tournament, division),
    )
    is_by_hand = by_hand is not None
    wish = RoundRequest(division, page_request.caller.name, by_hand, amends=is_by_hand, looked_at=looked_at)
    return Proposed(propose_next_round(page_request.context.journal, snapshot, wish), looked_at)


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """One game of a round that is looked at before it is published."""

    table: int
    board: int
    sides: tuple[int, ...]
    alone: str
    """The team that has this table to itself, if one does."""
    why: str


def proposed_games(tournament: Tournament, proposal: Proposal) -> list[ProposedGame]:
    """The games of a proposal, as a page shows them."""
    return [
        ProposedGame(
            each.table,
            each.board,
            each.sides,
            tournament.contender(each.sides[0]).name if len(each.sides) == 1 else "",
            each.why,
        )
        for each in proposal.command.seatings
    ]


def with_seats(proposed: Proposed, chosen: ByHand) -> Proposed:
    """Returns the seats as somebody chose them, though nobody can play so, for them to go on."""
    command = proposed.proposal.command
    games = [(int(one), int(other)) for one, other in chosen.games if one.isdecimal() and other.isdecimal()]
    seatings = tuple(
        replace(seating, sides=sides, why="") for seating, sides in zip(command.seatings, games, strict=False)
    )
    rests = tuple(Rest(int(each), RestKind.BYE) for each in chosen.byes if each.isdecimal())
    return replace(proposed, proposal=Proposal(replace(command, seatings=seatings, rests=rests)))


# ---------------------------------------------------------------- what a form brings


def looked_at_in(fields: Fields) -> LookedAtRound | None:
    """The round that was on the page with the form; nothing where the form does not say."""
    number = fields.number_if_any("round")
    if number is None:
        return None
    return LookedAtRound(number, fields.number_if_any("drawn-at"), fields.text("basis"))


def changed_games(fields: Fields) -> ByHand | None:
    """The games of a form in which somebody has changed seats, now or before; nothing where nobody has."""
    chosen = _chosen(fields)
    is_changed = bool(fields.text("by-hand")) or chosen != fields.texts("was")
    return games_by_hand(fields) if is_changed and chosen else None


def games_by_hand(fields: Fields) -> ByHand:
    """The games as the form has them, in its order; the first of two is the one that is named first.

    Two who change places have done so on the page already if its script runs, and do so here if not.
    """
    chosen, were = _chosen(fields), fields.texts("was")
    seats = changed_places(were, chosen) if len(were) == len(chosen) else chosen
    ones = len(fields.texts("one"))
    return ByHand(tuple(zip(seats[: 2 * ones : 2], seats[1 : 2 * ones : 2], strict=True)), seats[2 * ones :])


def _chosen(fields: Fields) -> tuple[str, ...]:
    """Everybody in the form's seats: the two of each game, then those with a bye."""
    ones, others = fields.texts("one"), fields.texts("other")
    if len(ones) != len(others):
        raise MalformedError("not-a-game", "a game in the form has only one side; reload the page")
    return (*chain.from_iterable(zip(ones, others, strict=True)), *filter(None, fields.texts("bye")))

"""The next round before it is published: how it would be paired, changed by hand, and what was looked at."""

from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments import LookedAtRound, RoundWish, kept_in, propose_next_round
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.proposing import Proposal, basis_of
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.asked import Asked
from wordwaiter.web.forms import Fields


@dataclass(frozen=True, slots=True)
class Proposed:
    """The next round as it would be published, and what its form says was looked at."""

    proposal: Proposal
    looked_at: LookedAtRound


def proposed_round(
    asked: Asked, division: str, by_hand: ByHand | None = None, drawn_at: int | None = None
) -> Proposed:
    """The next round of a division; games by hand keep the draw of the proposal that they change."""
    kept = kept_in(asked.house, asked.stream)
    looked_at = LookedAtRound(
        len(kept.tournament.rounds_of(division)) + 1,
        drawn_at or kept.version,
        basis_of(kept.tournament, division),
    )
    is_by_hand = by_hand is not None
    wish = RoundWish(division, asked.caller.name, by_hand, amends=is_by_hand, looked_at=looked_at)
    return Proposed(propose_next_round(asked.house.journal, kept, wish), looked_at)


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """One game of a round that is looked at before it is published."""

    table: int
    board: int
    sides: tuple[int, ...]
    names: tuple[str, ...]
    why: str


def proposed_games(tournament: Tournament, proposal: Proposal) -> list[ProposedGame]:
    """The games of a proposal, with names."""
    return [
        ProposedGame(
            each.table,
            each.board,
            each.sides,
            tuple(tournament.contender(side).name for side in each.sides),
            each.why,
        )
        for each in proposal.command.seatings
    ]


# ---------------------------------------------------------------- what a form brings


def looked_at_in(fields: Fields) -> LookedAtRound | None:
    """The round that was on the page with the form; nothing where the form does not say."""
    number = fields.number_if_any("round")
    if number is None:
        return None
    return LookedAtRound(number, fields.number_if_any("drawn-at"), fields.text("basis"))


def games_by_hand(fields: Fields) -> ByHand:
    """The games as the form has them, in its order; the first of two is the one that is named first."""
    ones, others = fields.texts("one"), fields.texts("other")
    if len(ones) != len(others):
        raise MalformedError("not-a-game", "a game of the form has one side; load the page again")
    return ByHand(tuple(zip(ones, others, strict=True)), tuple(each for each in fields.texts("bye") if each))

"""The result: why the game ended, the final scores, who won, and who has signed."""

from dataclasses import dataclass
from typing import assert_never

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.commands import ReturnResult, Sign
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_no_ruling_awaited
from wordwaiter.game.facts import Fact, ResultReturned, ResultSigned
from wordwaiter.game.signers import (
    no_such_signer,
    require_member_named,
    signer_name,
    signers,
    signs_by_member,
    unsigned,
)
from wordwaiter.game.table import Adjustment, Cause, EndReason, Signer, Table
from wordwaiter.sentences import Wording, joined, said


@dataclass(frozen=True, slots=True)
class Won:
    """One side has more points than the other."""

    side: int


@dataclass(frozen=True, slots=True)
class Tied:
    """Both sides have the same points."""


@dataclass(frozen=True, slots=True)
class NobodyToBeat:
    """A team plays alone; other tables decide what its total is worth."""


Verdict = Won | Tied | NobodyToBeat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `unsigned` are those who have yet to sign."""

    reason: EndReason
    note: str
    scores: tuple[int, ...]
    verdict: Verdict
    adjustments: tuple[Adjustment, ...]
    unsigned: tuple[Signer, ...]
    accepted_by: str | None


def scores(table: Table) -> tuple[int, ...]:
    """The scores by side, with what the end of the game added and took once it is counted."""
    totals = list(table.position.scores)
    for adjustment in table.count or ():
        totals[adjustment.side] += adjustment.points
    return tuple(totals)


def outcome(table: Table) -> Outcome | None:
    """Returns how the game ended; nothing while it runs or the count is not made."""
    if table.ending is None or table.count is None:
        return None
    final = scores(table)
    verdict: Verdict
    if len(final) == 1:
        verdict = NobodyToBeat()
    elif table.ending.loser is not None:
        verdict = Won(1 - table.ending.loser)
    elif final.count(max(final)) > 1:
        verdict = Tied()
    else:
        verdict = Won(final.index(max(final)))
    return Outcome(
        table.ending.reason,
        table.ending.note,
        final,
        verdict,
        table.count,
        unsigned(table),
        table.accepted_by,
    )


@decides
def sign(table: Table, command: Sign, now_ms: int) -> tuple[Fact, ...]:
    """Somebody signs the result."""
    require_no_ruling_awaited(table)
    if table.count is None:
        raise IllegalError(
            "not-counted",
            "there is no final result to sign yet; finish the count",
            clause=table.rulebook.clause_of("ending.sign_off"),
        )
    if command.signer not in signers(table):
        raise no_such_signer(table, str(command.signer))
    name = signer_name(table, command.signer)
    if command.signer in table.signatures:
        raise ConflictError("already-signed", f"{name} has already signed")
    if command.scores not in (None, scores(table)):
        totals = " : ".join(map(str, scores(table)))
        raise ConflictError(
            "other-totals",
            f"the totals are {totals} now; look again, and sign if that is right",
            totals=totals,
        )
    if not signs_by_member(table, command.signer):
        return (ResultSigned(now_ms, command.by or name, command.signer),)
    require_member_named(command.member, table.rulebook.clause_of("ending.sign_off"))
    return (ResultSigned(now_ms, command.by or name, command.signer, command.member),)


@decides
def return_result(table: Table, command: ReturnResult, now_ms: int) -> tuple[Fact, ...]:
    """Returns a signed result to the table, where it is corrected and signed by all again."""
    if not table.signatures and table.accepted_by is None:
        raise ConflictError("no-result", "nobody has signed a result here, so there is nothing to return")
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for returning the result")
    return (ResultReturned(now_ms, command.by, command.reason),)


def explain_adjustment(table: Table, adjustment: Adjustment) -> Wording:
    """A line that can be read out: `Ann: twice Q 10 + E 1 on the other rack = +22 (iowa-18)`."""
    values = table.rulebook.table.tile_set.values
    tiles = " + ".join(f"{tile} {values[tile]}" for tile in adjustment.tiles)
    match adjustment.cause:
        case Cause.OWN_TILES:
            reason = said("unplayed {tiles}", tiles=tiles)
        case Cause.OTHERS_TILES:
            reason = said("{tiles} unplayed by the other side", tiles=tiles)
        case Cause.OTHERS_TILES_TWICE:
            reason = said("twice {tiles} unplayed by the other side", tiles=tiles)
        case Cause.OVERTIME:
            reason = said("{n} minutes of overtime begun", n=adjustment.minutes)
        case Cause.OVERTIME_MARGIN:
            reason = said("the margin of a game lost by overtime")
        case Cause.SURPRISE_WORD:
            reason = said("surprise word {word}", word=adjustment.word)
        case Cause.SPONSOR_WORD:
            reason = joined(" ", [said("sponsor"), adjustment.word or ""])
        case unknown:
            assert_never(unknown)
    return said(
        "{who}: {reason} = {points} ({clause})",
        who=table.sides[adjustment.side],
        reason=reason,
        points=f"{adjustment.points:+}",
        clause=adjustment.clause,
    )

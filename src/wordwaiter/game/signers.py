"""Who signs a result: the sides, and at a team's table its scorekeeper and a member of the team."""

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.deciders.turn_ending import ending_rules
from wordwaiter.game.table import Signer, SigningOfficial, Table
from wordwaiter.rules.rulebooks.result_choices import SignOff


def signers(table: Table) -> tuple[Signer, ...]:
    """Returns all who sign the result."""
    sides = range(len(table.sides))
    match ending_rules(table).sign_off:
        case SignOff.BOTH_SIDES:
            return tuple(sides)
        case SignOff.SCOREKEEPER_AND_MEMBER:
            return (SigningOfficial.SCOREKEEPER, *sides)


def signs_by_member(table: Table, signer: Signer) -> bool:
    """Checks if a side is a team, for which one of its members signs."""
    return isinstance(signer, int) and ending_rules(table).sign_off is SignOff.SCOREKEEPER_AND_MEMBER


def require_member_named(member: str, clause: str) -> None:
    """Refuses a team's result that no member has checked, at a table of turns and at a Hare board."""
    if not member.strip():
        raise IllegalError("no-member", "choose the team member who checked the tally", clause=clause)


def unsigned(table: Table) -> tuple[Signer, ...]:
    """Returns those who have yet to sign."""
    return tuple(signer for signer in signers(table) if signer not in table.signatures)


def is_agreed(table: Table) -> bool:
    """Checks if the result is final at the table: all have signed it, or an official has accepted it."""
    return table.accepted_by is not None or not unsigned(table)


def signer_name(table: Table, signer: Signer) -> str:
    """Returns how a signer is called: the name of the side, or the role."""
    return table.sides[signer] if isinstance(signer, int) else signer.value


def signer_named(table: Table, name: str) -> Signer:
    """Returns the signer that a text names: a role, a side, or a seat, which signs for its side.

    A side with the name of a role is not meant where the role signs.
    """
    known = {signer_name(table, signer): signer for signer in reversed(signers(table))}
    of_seats = {seat.name: seat.side for seat in table.seats}
    signer = known.get(name, of_seats.get(name))
    if signer is None:
        raise no_such_signer(table, name)
    return signer


def member_named(table: Table, name: str) -> str:
    """Returns the member of a team that a text names: a seat at the team's table; else nobody."""
    is_team = signs_by_member(table, 0)
    return name if is_team and any(seat.name == name for seat in table.seats) else ""


def no_such_signer(table: Table, name: str) -> MalformedError:
    """Returns the refusal of somebody who does not sign here."""
    names = ", ".join(signer_name(table, signer) for signer in signers(table))
    return MalformedError("no-such-signer", f"{name} does not sign here; these do: {names}", by=name)

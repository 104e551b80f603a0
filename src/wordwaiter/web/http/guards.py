"""Who may ask a route: each carries its decision as `who=...`, and one without is closed to everybody.

    @get("/funds/{tournament:str}", who=only(Role.TREASURER, of="tournament"))
    @get("/standings/{tournament:str}", who=anybody)

It is the outer check: whose table, team or tab it is, `service.access.permissions` asks.
"""

from dataclasses import dataclass
from typing import Final

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller, refusal
from wordwaiter.service.judging.judge_access import Room


@dataclass(frozen=True, slots=True)
class Who:
    """The roles that may ask; a director always may."""

    roles: frozenset[Role]
    of: str | None = None
    """The parameter of the path that names the tournament or table; without it, the role of any will do."""
    in_part: bool = False
    """A role for a part of it will do: what is shown and done there is checked against that part."""
    in_house: bool = False
    """Only a role for the whole house will do."""
    room: Room | None = None
    """The room it leads to, where the house's door decides whether others may enter too."""

    def admits(self, caller: Caller, stream: str | None = None) -> bool:
        """Checks whether a caller may ask it, of that tournament or table."""
        if Role.PUBLIC in self.roles:
            return True
        if self.in_house:
            return caller.holds(HOUSE, *self.roles)
        if self.of is not None and stream is not None:
            holds = caller.works_in if self.in_part else caller.holds
            return holds(stream, *self.roles)
        return any(grant.role in self.roles or grant.role is Role.DIRECTOR for grant in caller.grants)

    def require(self, caller: Caller, stream: str | None = None) -> None:
        """Refuse a caller who may not."""
        if not self.admits(caller, stream):
            raise refusal(caller, *self.roles)

    def __str__(self) -> str:
        if Role.PUBLIC in self.roles:
            return "anybody"
        if self.roles == frozenset(Role) - {Role.PUBLIC}:
            return "anybody who has joined"
        able = ", ".join(role.value for role in Role if role in self.roles | {Role.DIRECTOR})
        if self.room is not None:
            return f"{able}; while no round runs, {self.room.open_to}"
        return f"{able} of the house" if self.in_house else able


anybody: Final = Who(frozenset(Role))
"""The public too."""

anybody_who_joined: Final = Who(frozenset(Role) - {Role.PUBLIC})
"""Any device with a token."""

the_house: Final = Who(frozenset({Role.DIRECTOR}), in_house=True)
"""The director of the house alone."""

the_word_list: Final = Who(frozenset({Role.JUDGE, Role.JUDGING_STATION}), room=Room.JUDGE)
"""Everything computed from a word list: while a round is in progress, for judges' devices only."""

the_rulings: Final = Who(frozenset({Role.JUDGE}), room=Room.LOG)
"""Everything that tells which word was bad."""


def only(*roles: Role, of: str | None = None) -> Who:
    """These roles and directors; `of` is the parameter of the path that names the tournament or table."""
    return Who(frozenset(roles), of)


def only_in_part(*roles: Role, of: str) -> Who:
    """Returns who may: these roles, also for one division, one table or one player alone."""
    return Who(frozenset(roles), of, in_part=True)

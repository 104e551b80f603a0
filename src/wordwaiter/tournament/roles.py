"""Who may do what: each role grants the commands that its task needs, and no more.

One person may hold several roles. Whose team, table or tab it is, the service asks; this table says only what
a role is for.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role
from wordwaiter.tournament import commands as c

EVERY_COMMAND: Final[frozenset[type[c.Command]]] = frozenset(c.Command.__args__)

GRANTS: Final[Mapping[Role, frozenset[type[c.Command]]]] = MappingProxyType(
    {
        Role.DIRECTOR: EVERY_COMMAND,
        Role.JUDGE: frozenset({c.AnswerPeek, c.RuleBoardWord, c.AnswerCall, c.EndCall}),
        Role.SCOREKEEPER: frozenset(
            {
                c.ChangeProfile,
                c.CheckIn,
                c.CancelCheckIn,
                c.HandInSheet,
                c.TakeTableResult,
                c.NoteFeat,
                c.CallOfficial,
            }
        ),
        Role.TABLE_SCOREKEEPER: frozenset(
            {
                c.HandInSheet,
                c.TakeTableResult,
                c.NoteFeat,
                c.BuyPeek,
                c.BuyTiles,
                c.BuyAllTiles,
                c.CallOfficial,
            }
        ),
        Role.PLAYER: frozenset({c.HandInSheet, c.ChallengeBoardWord, c.CallOfficial}),
        Role.EMCEE: frozenset(
            {c.AnnounceWords, c.StartRound, c.CallRoundTime, c.ShiftTimetable, c.ChooseScreen}
        ),
        Role.TREASURER: frozenset(
            {
                c.TakeMoney,
                c.ReverseMoney,
                c.PayTab,
                c.MakePledge,
                c.SetTarget,
                c.CountCash,
                c.BuyPeek,
                c.BuyTiles,
                c.BuyAllTiles,
            }
        ),
        Role.JUDGING_STATION: frozenset(),
        Role.DISPLAY: frozenset(),
        Role.PUBLIC: frozenset(),
    }
)
"""What each role may ask for."""


def may(roles: Iterable[Role], command: c.Command) -> bool:
    """Whether any of these roles grants the command."""
    return any(type(command) in GRANTS[role] for role in roles)


def require_role(roles: Iterable[Role], command: c.Command) -> None:
    """Refuse a command that none of these roles grants, and say who may give it."""
    if may(roles, command):
        return
    able = [role.value for role in Role if type(command) in GRANTS[role]]
    raise IllegalError("not-your-role", f"this is for: {', '.join(able)}")

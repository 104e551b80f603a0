"""Roles: what each may ask for, and no more."""

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.roles import EVERY_COMMAND, GRANTS, may, require_role
from wordwaiter.tournament.state import Official


def test_the_director_may_everything_and_the_room_nothing() -> None:
    assert EVERY_COMMAND - GRANTS[Role.DIRECTOR] == {c.TakeTableResult}, "the program alone takes results"
    assert len(EVERY_COMMAND) == len(c.Command.__args__)
    assert GRANTS[Role.DISPLAY] == GRANTS[Role.PUBLIC] == frozenset()
    assert set(GRANTS) == set(Role)


@pytest.mark.parametrize(
    ("role", "command", "granted"),
    [
        (Role.JUDGE, c.AnswerPeek("Judith", 1, good=True), True),
        (Role.JUDGE, c.TakeMoney("Judith", Fund.DONATION, 100, Method.CASH), False),
        (Role.JUDGE, c.DecideResult("Judith", "A", 1, 1, (1, 2), "why"), False),
        (Role.SCOREKEEPER, c.HandInSheet("Sam", "A", 1, 1, (1, 2)), True),
        (Role.SCOREKEEPER, c.CorrectResult("Sam", "A", 1, 1, (1, 2), "why"), False),
        (Role.TABLE_SCOREKEEPER, c.BuyPeek("Walt", 1, "QI"), True),
        (Role.TABLE_SCOREKEEPER, c.AnswerPeek("Walt", 1, good=True), False),
        (Role.PLAYER, c.CallOfficial("Ann", 1, Official.CONVENOR, "help"), True),
        (Role.PLAYER, c.RuleBoardWord("Ann", 1, 1, good=True), False),
        (Role.EMCEE, c.AnnounceWords("Emmy", "A", 1), True),
        (Role.EMCEE, c.StartRound("Emmy", "A"), True),
        (Role.EMCEE, c.CloseRound("Emmy", "A"), False),
        (Role.TREASURER, c.CountCash("Tess", 1), True),
        (Role.TREASURER, c.DeclareDefault("Tess", 1, "why"), False),
    ],
)
def test_a_role_grants_what_its_task_needs(role: Role, command: c.Command, granted: bool) -> None:
    assert may([role], command) is granted
    assert may([Role.PUBLIC, role], command) is granted
    assert may([role, Role.DIRECTOR], command)


def test_a_refusal_says_who_may() -> None:
    with pytest.raises(IllegalError) as refusal:
        require_role([Role.PLAYER], c.AnswerPeek("Ann", 1, good=True))
    assert refusal.value.code == "not-your-role"
    assert "only the director or a judge can do this" in refusal.value.sentence
    require_role([Role.JUDGE], c.AnswerPeek("Judith", 1, good=True))

"""A command that leaves out who may give it, what it is about or who decides it, is refused at import."""

from dataclasses import dataclass

import pytest

from wordwaiter.deciding import Deciders
from wordwaiter.roles import Role, granted
from wordwaiter.tournament.scopes import AtTable, InDivision, with_scopes


def _command(**declarations: object) -> type:
    """A kind of command with the field `division`, declared so."""
    return dataclass(frozen=True)(
        type("Ask", (), {"__annotations__": {"division": str}, "ROLES": (Role.JUDGE,), **declarations})
    )


def test_a_command_without_roles_is_refused() -> None:
    with pytest.raises(TypeError, match="ROLES"):
        granted([_command(ROLES=None)])
    kind = _command()
    assert granted([kind])[Role.JUDGE] == granted([kind])[Role.DIRECTOR] == {kind}
    assert granted([kind])[Role.PLAYER] == frozenset()


@pytest.mark.parametrize(("scope", "missing"), [(None, "SCOPE"), (AtTable(), "no field table")])
def test_a_command_without_a_scope_or_a_field_of_it_is_refused(scope: object, missing: str) -> None:
    with pytest.raises(TypeError, match=missing):
        with_scopes([_command(SCOPE=scope)])
    kind = _command(SCOPE=InDivision())
    assert with_scopes([kind]) == {kind}


def test_a_command_that_nobody_decides_or_two_decide_is_refused() -> None:
    decides = Deciders("now_ms")

    @decides
    def play(state: str, command: int | str, now_ms: int) -> tuple[object, ...]:
        return state, command, now_ms

    assert decides.complete([int, str])[int]("table", 5, (7,)) == ("table", 5, 7)
    with pytest.raises(TypeError, match="float"):
        decides.complete([int, str, float])
    with pytest.raises(TypeError, match="twice"):
        decides(play)

"""Who may give which command: one list, so that nobody gets another right by a slip.

`python -m service.access.test_grants`, in the folder of the tests, writes grants.txt anew.
"""

from pathlib import Path
from typing import Final

from wordwaiter.roles import Role
from wordwaiter.service.access.permissions import BOARD_GRANTS, TABLE_GRANTS
from wordwaiter.tournament.roles import GRANTS

KEPT: Final = Path(__file__).with_name("grants.txt")


def grants() -> list[str]:
    """Returns a line for each command: its roles besides the director, who may give all."""
    lines = []
    for what, granted in (("tournament", GRANTS), ("table", TABLE_GRANTS), ("board", BOARD_GRANTS)):
        for kind in sorted(granted[Role.DIRECTOR], key=lambda each: each.__name__):
            able = [role.value for role in Role if role is not Role.DIRECTOR and kind in granted[role]]
            lines.append(f"{what} {kind.__name__}: {', '.join(able) or 'the director alone'}")
    return lines


def test_each_command_is_for_those_in_the_list_and_nobody_else() -> None:
    assert grants() == KEPT.read_text().splitlines()


if __name__ == "__main__":
    KEPT.write_text("\n".join(grants()) + "\n")

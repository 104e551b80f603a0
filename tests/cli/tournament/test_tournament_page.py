"""docs/guide/terminal.md: what it shows is what happens, and it tells of every command."""

import re
import shlex
from pathlib import Path
from typing import get_args

import pytest

from cli.conftest import Run
from wordwaiter.cli.tournament.derived import FUNDS, SHIFT, STEPS
from wordwaiter.tournament import commands as c

PAGE = (Path(__file__).parents[3] / "docs" / "guide" / "terminal.md").read_text("utf-8")


def test_the_session_on_the_page_is_what_happens(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (session,) = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    steps = session.split("$ wordwaiter ")[1:]
    assert len(steps) == 12
    for step in steps:
        command, _, shown = step.partition("\n")
        end = run(*shlex.split(command))
        assert (end.status, end.err) == (0, "")
        assert end.out == shown


def test_the_page_tells_of_every_command(run: Run) -> None:
    listed = run("tournament", "--help").out.partition("Commands:")[2]
    commands = re.findall(r"^  ([a-z-]+)  ", listed, re.MULTILINE)
    assert len(commands) > 30
    table = PAGE.partition("## Commands")[2]
    assert [command for command in commands if f"`{command}`" not in table] == []


BY_HAND = {
    c.OpenDivision, c.ChangeFormat, c.Register, c.ChangeProfile, c.DeclareDefault, c.PublishRound,
    c.WithdrawRound, c.BuyPeek, c.ChallengeBoardWord, c.SetTimetable,
}  # fmt: skip
"""Commands whose arguments are not their fields: `new`, `add`, `pair` and others read them."""


def test_every_command_of_a_tournament_can_be_given_from_the_terminal() -> None:
    steps = (*STEPS, *FUNDS, SHIFT)
    derived = [kind for step in steps for kind in (step.kind, *(each.kind for each in step.instead))]
    assert len(derived) == len(set(derived))
    # Only a table itself knows what its play came to. Logos are pictures, which a page makes small.
    elsewhere = {c.TakeTableResult, c.SetLogo, c.RemoveLogo}
    assert {*derived, *BY_HAND, *elsewhere} == {*get_args(c.Command)}
    assert not BY_HAND & {*derived}

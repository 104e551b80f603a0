"""A tournament's journal for tests of its commands."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.conftest import Outcome, Run


@dataclass(frozen=True)
class Hall:
    """Gives commands to the tournament of one journal."""

    run: Run
    db: Path

    def __call__(self, *arguments: str | Path) -> Outcome:
        """What came of the command, which must be carried out."""
        end = self.tried(*arguments)
        assert end.status == 0, end.err
        if arguments[0] != "export" and "--json" not in arguments:
            assert all(len(line) <= 80 or str(self.db) in line for line in end.out.splitlines()), end.out
        return end

    def tried(self, *arguments: str | Path) -> Outcome:
        """What came of the command, refused or not."""
        return self.run("tournament", *arguments, "--db", self.db)

    def told(self, *arguments: str | Path) -> Any:
        """The answer for programs."""
        return json.loads(self(*arguments, "--json").out)

    def standings(self, *arguments: str) -> dict[str, list[dict[str, Any]]]:
        """The lines of each division."""
        told = self.told("standings", *arguments)
        return {division["name"]: division["standings"] for division in told["divisions"]}

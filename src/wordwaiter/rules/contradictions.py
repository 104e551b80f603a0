"""Settings of one rulebook that cannot stand together, and why."""

from dataclasses import dataclass

from wordwaiter.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Settings that exclude each other; the first is the one to change."""

    settings: tuple[str, ...]
    reason: str


def contradictions(rulebook: Rulebook) -> tuple[Contradiction, ...]:
    """Everything in `rulebook` that cannot stand together."""
    del rulebook
    return ()

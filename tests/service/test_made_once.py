"""What is kept for the next who asks: never stale, never another's, never without bound."""

from dataclasses import dataclass

from wordwaiter.service.memo import Memo


@dataclass(frozen=True)
class State:
    version: int


class Maker:
    """Counts how often something was made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> str:
        self.times += 1
        return f"made {self.times}"


def test_the_same_is_made_once() -> None:
    kept, make = Memo[str](4), Maker()
    assert [kept.of("ann", (State(1),), make) for _ in range(3)] == ["made 1"] * 3


def test_what_was_made_of_an_earlier_state_is_made_anew() -> None:
    kept, make = Memo[str](4), Maker()
    kept.of("ann", (State(1),), make)
    assert kept.of("ann", (State(2),), make) == "made 2"
    assert kept.at_hand("ann", (State(1),)) is None


def test_what_is_somebodys_is_given_to_nobody_else() -> None:
    kept, make = Memo[str](4), Maker()
    kept.of("ann", (State(1),), make)
    assert kept.at_hand("bo", (State(1),)) is None
    assert kept.of("bo", (State(1),), make) == "made 2"


def test_those_who_asked_longest_ago_are_let_go() -> None:
    kept, make = Memo[str](2), Maker()
    for who in ("ann", "bo", "ann", "cy"):
        kept.of(who, (State(1),), make)
    assert len(kept) == 2
    assert kept.at_hand("ann", (State(1),)) == "made 1"
    assert kept.at_hand("bo", (State(1),)) is None

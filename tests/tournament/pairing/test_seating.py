"""Every game has a table, and those who need a certain one get it."""

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.pairing.contenders import PairingContender
from wordwaiter.tournament.pairing.last_scores import ONTARIO_RULES, LastScores
from wordwaiter.tournament.pairing.pairings import Game, Reason
from wordwaiter.tournament.pairing.seating import Room, RoomTable, seat

from .vocabulary import doubles, paired


def games(*names: str) -> list[Game]:
    split = (name.split("-") for name in names)
    return [Game(first, second, Reason("Set by hand")) for first, second in split]


def people(**needs: PairingContender) -> list[PairingContender]:
    return [needs.get(name, PairingContender(name)) for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")]


def room(count: int, *, steps: tuple[int, ...] = (), boards: int | None = None) -> Room:
    tables = tuple(RoomTable(number, step_free=number not in steps) for number in range(1, count + 1))
    return Room(tables, count if boards is None else boards)


def tables(played: list[Game], field: list[PairingContender], where: Room) -> dict[int, str]:
    return {each.table: f"{each.game.first}-{each.game.second}" for each in seat(played, field, where).seats}


THREE = games("Ann-Ben", "Cat-Dan", "Eve-Fay")


def test_the_top_game_has_the_lowest_table() -> None:
    assert tables(THREE, people(), room(5)) == {1: "Ann-Ben", 2: "Cat-Dan", 3: "Eve-Fay"}


def test_a_fixed_table_is_kept_whoever_else_would_have_it() -> None:
    field = people(Fay=PairingContender("Fay", fixed_table=1))
    assert tables(THREE, field, room(3)) == {1: "Eve-Fay", 2: "Ann-Ben", 3: "Cat-Dan"}


def test_a_step_free_table_is_kept_for_those_who_need_it() -> None:
    field = people(Eve=PairingContender("Eve", step_free=True))
    assert tables(THREE, field, room(3, steps=(2, 3))) == {1: "Eve-Fay", 2: "Ann-Ben", 3: "Cat-Dan"}


def test_of_two_with_different_fixed_tables_one_is_told_to_move() -> None:
    field = people(Ann=PairingContender("Ann", fixed_table=2), Ben=PairingContender("Ben", fixed_table=3))
    seating = seat(THREE, field, room(3))
    assert seating.moved == ("Ben leaves table 3 to meet Ann, who stays at table 2",)
    assert seating.seats[1].game is THREE[0]


def test_nobody_is_told_to_move_who_has_no_table_of_their_own() -> None:
    field = people(Ann=PairingContender("Ann", fixed_table=2), Cat=PairingContender("Cat", fixed_table=3))
    assert seat(THREE, field, room(3)).moved == ()


@pytest.mark.clause("ontario-b-teams")
def test_partners_sit_at_different_tables() -> None:
    players = doubles("Ann Ben", "Cat Dan", "Eve Fay")
    pairings = paired(LastScores(), players, ONTARIO_RULES)
    seats = seat(pairings.games, players, room(3)).seats
    table = {name: each.table for each in seats for name in (each.game.first, each.game.second)}
    assert all(table[one] != table[other] for one, other in (("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay")))


@pytest.mark.parametrize(
    ("field", "where", "code"),
    [
        (people(), room(2), "too-few-tables"),
        (people(), room(3, boards=2), "too-few-boards"),
        (people(), Room((RoomTable(1), RoomTable(1), RoomTable(2)), 3), "table-number-twice"),
        (people(Ann=PairingContender("Ann", step_free=True)), room(3, steps=(1, 2, 3)), "no-step-free-table"),
        (people(Ann=PairingContender("Ann", fixed_table=9)), room(3), "no-such-table"),
        (
            people(Ann=PairingContender("Ann", fixed_table=1), Cat=PairingContender("Cat", fixed_table=1)),
            room(3),
            "fixed-table-taken",
        ),
    ],
)
def test_a_room_that_does_not_suffice_is_refused(
    field: list[PairingContender], where: Room, code: str
) -> None:
    with pytest.raises(IllegalError) as refused:
        seat(THREE, field, where)
    assert refused.value.code == code

"""The next round as the format wants it: methods, clubs, fixed and free tables, and the same for a seed."""

import random

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.errors import WordwaiterError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, single
from wordwaiter.tournament.formats.choices import Meeting, PairingMethod
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.pairing.contenders import PairingContender
from wordwaiter.tournament.pairing.seating import Room, RoomTable
from wordwaiter.tournament.rounds.proposals import (
    Proposal,
    basis_of,
    pairing_contenders,
    pairing_history,
    propose_round,
)


def proposed(desk: Desk, division: str, seed: int = 1, room: Room | None = None) -> Proposal:
    return propose_round(desk.tournament, division, DIRECTOR, random.Random(seed), room)


def refusal_of(desk: Desk, division: str, room: Room | None = None) -> str:
    with pytest.raises(WordwaiterError) as refusal:
        proposed(desk, division, room=room)
    return refusal.value.code


def played(desk: Desk, division: str, proposal: Proposal) -> None:
    """The round as proposed; of two, the one with the lower number wins."""
    desk.do(proposal.command)
    desk.do(c.StartRound(DIRECTOR, division))
    number = len(desk.tournament.rounds_of(division))
    for seating in proposal.command.seatings:
        scores = tuple(1000 - side for side in seating.sides)
        desk.do(c.HandInSheet(DIRECTOR, division, number, seating.table, scores, seating.sides))
    desk.do(c.CloseRound(DIRECTOR, division))


@pytest.mark.parametrize(
    "method", [each for each in PairingMethod if each not in (PairingMethod.ALONE, PairingMethod.BY_HAND)]
)
def test_every_method_pairs_a_round_that_can_be_published(method: PairingMethod) -> None:
    desk = Desk()
    desk.open(
        "Club", changed_format(shipped_format("club"), "try", pairing_first=method, pairing_later=method)
    )
    desk.players("Club", "Ann", "Bob", "Cy", "Di", "Ed")
    for _ in range(3):
        proposal = proposed(desk, "Club")
        assert proposal == proposed(desk, "Club")
        played(desk, "Club", proposal)
    resting = [rest.contender for each in desk.tournament.rounds_of("Club") for rest in each.rests]
    assert len(resting) == len(set(resting)) == 3


def test_swiss_lets_winners_meet() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 300", "Cy 400 Di 350"])
    command = proposed(desk, "Club").command
    assert {frozenset(each.sides) for each in command.seatings} == {frozenset({1, 3}), frozenset({2, 4})}
    assert all(each.why for each in command.seatings)
    assert all(each.first is None for each in command.seatings)


@pytest.mark.parametrize(("meeting", "apart"), [(Meeting.NEVER, True), (Meeting.AVOIDED, True)])
def test_club_mates_are_kept_apart_where_the_format_says_so(meeting: Meeting, apart: bool) -> None:
    for seed in range(5):
        desk = Desk()
        desk.open("Club", changed_format(shipped_format("club"), "try", pairing_club_mates=meeting))
        desk.enter("Club", [single(Profile(name, club=name[0])) for name in ("X1", "X2", "Y1", "Y2")])
        command = proposed(desk, "Club", seed).command
        mates = {frozenset({1, 2}), frozenset({3, 4})}
        assert mates.isdisjoint(frozenset(each.sides) for each in command.seatings) is apart


def test_three_entrants_of_one_club_who_must_not_meet_cannot_be_paired() -> None:
    desk = Desk()
    desk.open("Club", changed_format(shipped_format("club"), "try", pairing_club_mates=Meeting.NEVER))
    desk.enter("Club", [single(Profile(name, club="X")) for name in ("Ann", "Bob", "Cy")])
    before = desk.tournament
    assert refusal_of(desk, "Club")
    assert desk.tournament is before


def test_one_who_needs_it_stays_at_one_table_and_others_come() -> None:
    desk = Desk()
    desk.open("Club", "club")
    names = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    desk.enter(
        "Club", [single(Profile(name, needs=(Need.ONE_TABLE,) if name == "Flo" else ())) for name in names]
    )
    tables = set()
    for _ in range(4):
        played(desk, "Club", proposed(desk, "Club"))
        sitting = desk.tournament.rounds_of("Club")[-1].sitting_of(desk.number("Flo"))
        assert sitting is not None
        tables.add(sitting.table)
    assert len(tables) == 1


def test_step_free_tables_go_to_those_who_need_them() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile("Ann", needs=(Need.STEP_FREE,))), single(Profile("Bob"))])
    room = Room((RoomTable(1, step_free=False), RoomTable(2)), boards=2)
    assert [each.table for each in proposed(desk, "Club", room=room).command.seatings] == [2]
    stairs = Room((RoomTable(1, step_free=False),), boards=1)
    assert refusal_of(desk, "Club", stairs) == "no-step-free-table"


def test_teams_of_the_bee_have_a_table_each_and_two_divisions_share_the_room() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.open("Tortoise", "bee-tortoise")
    desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.enter("Tortoise", [team("Snails")])
    before = basis_of(desk.tournament, "Hare")
    desk.do(proposed(desk, "Hare").command)
    assert basis_of(desk.tournament, "Hare") != before  # what the next round is paired by
    assert [each.table for each in desk.tournament.rounds_of("Hare")[0].sittings] == [1, 2]
    assert [each.table for each in proposed(desk, "Tortoise").command.seatings] == [3]
    tiny = Room((), boards=0)
    assert refusal_of(desk, "Tortoise", tiny) == "too-few-tables"
    assert refusal_of(desk, "Hare") == "round-under-way"


def test_by_hand_is_by_hand() -> None:
    desk = Desk()
    desk.open("Club", changed_format(shipped_format("club"), "try", pairing_first=PairingMethod.BY_HAND))
    desk.players("Club", "Ann", "Bob")
    assert refusal_of(desk, "Club") == "paired-by-hand"


def test_contenders_carry_what_they_have_done() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Abe"), seniors("Bea", "Bob")])
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Bob"), "absent"))
    desk.play("Open", ["Ann 310 Bea 300"], byes=["Abe"])
    ann, abe, bea, bob = pairing_contenders(desk.tournament, "Open")
    assert (ann.last_score, abe.last_score, bea.last_score) == (310, None, 300)
    assert (ann.group, bea.group) == ("1", "4")
    assert (ann.byes, abe.byes) == (0, 1)
    assert (bea.present, bob.present) == (True, False)


def clubs(*names: str) -> Desk:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", *names)
    return desk


def contender(desk: Desk, name: str) -> PairingContender:
    return next(each for each in pairing_contenders(desk.tournament, "Club") if each.name == name)


def test_two_whose_game_was_not_played_have_yet_to_meet() -> None:
    desk = clubs("Ann", "Bob")
    desk.publish("Club", [("Ann", "Bob")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    ann, bob = desk.number("Ann"), desk.number("Bob")
    desk.do(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (bob,), "missed the bus"))
    assert pairing_history(desk.tournament, "Club").met(str(ann), str(bob)) == 0
    assert (contender(desk, "Ann").byes, contender(desk, "Bob").byes) == (1, 0)


def test_whoever_comes_late_has_rested_and_plays_at_once() -> None:
    desk = clubs("Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 300", "Cy 390 Di 310"])
    desk.players("Club", "Ed")
    assert contender(desk, "Ed").byes == 1
    (rest,) = proposed(desk, "Club").command.rests
    assert rest.contender != desk.number("Ed")


def test_only_the_last_round_counts_as_a_float() -> None:
    desk = clubs("Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 300", "Cy 390 Di 310"])
    desk.play("Club", ["Ann 400 Di 300", "Cy 390 Bob 310"])
    assert all(contender(desk, name).floated for name in ("Ann", "Bob", "Cy", "Di"))
    desk.play("Club", ["Ann 400 Cy 300", "Bob 390 Di 310"])
    assert not any(contender(desk, name).floated for name in ("Ann", "Bob", "Cy", "Di"))


def test_a_round_that_was_shown_is_another_one_when_a_division_has_taken_its_tables() -> None:
    desk = clubs("Ann", "Bob")
    desk.open("Second", "club")
    desk.players("Second", "Cy", "Di")
    shown = basis_of(desk.tournament, "Club")
    desk.publish("Second", [("Cy", "Di")])
    assert basis_of(desk.tournament, "Club") != shown
    assert basis_of(desk.tournament, "Club") == basis_of(desk.tournament, "Club")

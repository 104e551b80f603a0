"""Tables on the journal: opened with their round, played by those who may, their results handed in once."""

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from aside import aside
from crash.games import OPENING, recorded_game
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.game.table import EndReason, Stage, Table, TableKind
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.context import House
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.rounds.round_tables import opening_tables
from wordwaiter.service.steps import Sending, done
from wordwaiter.service.tables import tables
from wordwaiter.service.tables.out_of_play import CountsForNobody, Settled, TakenBack
from wordwaiter.service.tables.result_handoff import handing_in, is_to_hand_in
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tournaments import tournament_steps, tournaments
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.tournament_steps import Kept, carrying_out
from wordwaiter.store.facts import Entry, StaleVersionError
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds.rounds import Ground, Scored, Sitting
from wordwaiter.tournament.state import Tournament

from .houses import (
    DORA,
    Computer,
    club_day,
    crashed,
    draw_for_first_play,
    entered,
    holder,
    library_night,
    round_begun,
    serving,
)


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


@pytest.fixture
def house(place: Path, computer: Computer) -> Iterator[House]:
    with serving(place, computer) as house:
        yield house


def free_table(house: House) -> str:
    return tables.open_free_table(house, DORA, "club", OPENING).stream


def play_out(house: House, stream: str, seed: int = 1) -> None:
    """A whole recorded game, up to the last signature; seats keep their order whatever they are called."""
    sides = house.states.of(stream).state.sides
    renamed = dict(zip(OPENING.sides, sides, strict=True))
    for command in recorded_game(seed):
        if isinstance(command, g.Sign):
            command = g.Sign(renamed[command.by])
        tables.give(house, DORA, stream, command)


def tournament_of(house: House, stream: str) -> Tournament:
    tournament: Tournament = house.states.of(stream).state
    return tournament


def names_at(house: House, stream: str, sitting: Sitting) -> tuple[str, ...]:
    return tuple(tournament_of(house, stream).contender(side).name for side in sitting.sides)


# ---------------------------------------------------------------- free tables


def test_free_tables_get_numbers_of_their_own_also_when_many_are_opened_at_once(house: House) -> None:
    with ThreadPoolExecutor(8) as threads:
        streams = list(threads.map(lambda _: free_table(house), range(20)))
    assert sorted(streams, key=len) != []
    assert set(streams) == {f"table-{number}" for number in range(1, 21)}
    assert set(tables.streams_of_tables(house)) == set(streams)


def test_a_table_that_is_opened_again_with_the_same_key_is_the_same_table(house: House) -> None:
    first = tables.open_free_table(house, DORA, "club", OPENING, Sending(key="k"))
    again = tables.open_free_table(house, DORA, "club", OPENING, Sending(key="k"))
    assert (again.stream, again.facts) == (first.stream, first.facts)
    assert tables.streams_of_tables(house) == ("table-1",)


def test_a_command_is_answered_with_the_table_as_it_is_then(house: House) -> None:
    stream = free_table(house)
    answer = tables.give(house, DORA, stream, g.DrawFirst(0, "A"))
    assert [fact.KIND for fact in answer.facts] == ["game.first_tile_drawn"]
    assert answer.version == house.journal.version(stream) == 2
    assert answer.view.stage is Stage.DRAWING
    assert tables.look(house, NOBODY, stream).version == 2


def test_a_command_that_is_sent_again_gives_the_same_answer_also_when_it_would_be_refused_now(
    house: House,
) -> None:
    stream = free_table(house)
    tables.give(house, DORA, stream, g.DrawFirst(0, "A"))
    tables.give(house, DORA, stream, g.DrawFirst(1, "B"))
    sending = Sending(key="a pass")
    first = tables.give(house, DORA, stream, g.Pass(0), sending)
    tables.give(house, DORA, stream, g.Pass(1))
    again = tables.give(house, DORA, stream, g.Pass(0), sending)  # it is seat 0's turn once more
    assert again.facts == first.facts
    assert len(again.table.turns) == 2
    tables.give(house, DORA, stream, g.Pass(0))
    assert tables.give(house, DORA, stream, g.Pass(0), sending).facts == first.facts  # and now it is not
    assert verify_journal(house.journal, house.families).good


def test_a_key_that_somebody_else_used_gives_nobody_their_answer(house: House) -> None:
    stream = free_table(house)
    tables.give(house, DORA, stream, g.DrawFirst(0, "A"), Sending(key="k"))
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    with pytest.raises(ConflictError) as refusal:
        tables.give(house, ann, stream, g.DrawFirst(0, "C"), Sending(key="k"))
    assert refusal.value.code == "key-used"


def test_a_version_that_is_not_the_latest_is_a_conflict_with_what_happened_since(house: House) -> None:
    stream = free_table(house)
    tables.give(house, DORA, stream, g.DrawFirst(0, "A"), Sending(seen=1))
    with pytest.raises(StaleVersionError) as conflict:
        tables.give(house, DORA, stream, g.DrawFirst(1, "B"), Sending(seen=1))
    assert [fact.kind for fact in conflict.value.since] == ["game.first_tile_drawn"]


def test_what_was_entered_in_another_turn_is_refused_unless_it_was_taken_then(house: House) -> None:
    stream = free_table(house)
    for seat, tile in enumerate("AB"):
        tables.give(house, DORA, stream, g.DrawFirst(seat, tile))
    first = Sending(key="first", turn=1)
    tables.give(house, DORA, stream, g.Pass(0), first)
    with pytest.raises(ConflictError) as refusal:
        tables.give(house, DORA, stream, g.ReportPoints(1, 24), Sending(key="second", turn=1))
    assert refusal.value.code == "turn-over"
    assert tables.give(house, DORA, stream, g.Pass(0), first).facts
    tables.give(house, DORA, stream, g.Pause("Dora", "tea"), Sending(turn=1))
    assert len(house.states.of(stream).state.turns) == 1


def test_two_who_enter_the_same_turn_at_once_do_it_once(house: House) -> None:
    stream = free_table(house)
    tables.give(house, DORA, stream, g.DrawFirst(0, "A"))
    tables.give(house, DORA, stream, g.DrawFirst(1, "B"))
    together = threading.Barrier(2)

    def enter(_: int) -> str:
        together.wait()
        try:
            tables.give(house, DORA, stream, g.Pass(0))
        except IllegalError as refusal:
            return refusal.code
        return "entered"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(enter, range(2))) == ["entered", "not-your-turn"]
    assert len(house.states.of(stream).state.turns) == 1


def test_a_command_that_is_sent_twice_at_once_is_done_once_and_answered_alike(house: House) -> None:
    """A phone that is impatient sends again before the first is on the disk, and chance is drawn for both."""
    opening = g.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben"))
    stream = tables.open_free_table(house, DORA, "club", opening).stream

    async def send_twice() -> list[tables.TableDone]:
        sent = (tables.give_soon(house, DORA, stream, g.DrawFirst(0), Sending(key="k")) for _ in range(2))
        return await asyncio.gather(*sent)

    first, second = aside(send_twice())
    assert first.facts == second.facts
    assert first.version == second.version
    in_memory = house.states.of(stream)
    house.states.let_go(stream)
    assert in_memory == house.states.of(stream)


def test_a_free_table_that_is_opened_twice_at_once_with_one_key_is_one_table(house: House) -> None:
    async def open_twice() -> list[tables.TableDone]:
        sent = (tables.open_free_table_soon(house, DORA, "club", OPENING, Sending(key="k")) for _ in range(2))
        return await asyncio.gather(*sent)

    first, second = aside(open_twice())
    assert (first.stream, first.facts) == (second.stream, second.facts)
    assert tables.streams_of_tables(house) == (first.stream,)


def test_two_directors_may_open_the_tables_of_a_round_at_once(house: House) -> None:
    stream = club_day(house)
    tournaments.publish_next_round(house, DORA, stream, tournaments.RoundWish("Open", "Dora"))
    start = carrying_out(house, DORA, stream, lambda _kept, _rng: (c.StartRound("", "Open"),), Sending())
    started = done(house.journal, start).kept
    dora = opening_tables(house, DORA, started, "Open")
    decided = next(dora)
    assert isinstance(decided, Entry)
    opened = done(house.journal, opening_tables(house, replace(DORA, name="Eva"), started, "Open"))
    with pytest.raises(StaleVersionError) as late:
        house.journal.append(decided)
    with pytest.raises(StopIteration) as end:
        dora.throw(late.value)
    assert end.value.value == opened == tables.streams_of_tables(house, stream)


def test_each_seat_of_a_free_table_is_its_own_devices_alone(house: House) -> None:
    stream = free_table(house)
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    tables.give(house, ann, stream, g.DrawFirst(0, "A"))
    with pytest.raises(IllegalError) as refusal:
        tables.give(house, ann, stream, g.DrawFirst(1, "B"))
    assert refusal.value.code == "not-yours"
    with pytest.raises(IllegalError) as refusal:
        tables.give(house, NOBODY, stream, g.DrawFirst(1, "B"))
    assert refusal.value.code == "unknown-device"
    assert tables.look(house, ann, stream).side == 0
    assert tables.look(house, NOBODY, stream).side is None


def test_a_rack_is_shown_to_its_owner_alone(house: House) -> None:
    opening = g.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben"))
    stream = tables.open_free_table(house, DORA, "club", opening).stream
    draw_for_first_play(house, stream)
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    own, other = tables.look(house, ann, stream).view.seats
    assert own.rack is not None
    assert len(own.rack) == 7
    assert other.rack is None
    assert [each.rack for each in tables.look(house, NOBODY, stream).view.seats] == [None, None]


def test_a_table_that_is_not_there_and_a_stream_that_is_no_table_are_refused(house: House) -> None:
    with pytest.raises(MalformedError) as refusal:
        tables.look(house, DORA, "table-9")
    assert refusal.value.code == "no-such-stream"
    stream = club_day(house)
    with pytest.raises(IllegalError) as other:
        tables.give(house, DORA, stream, g.Pass(0))
    assert other.value.code == "other-table"


# ---------------------------------------------------------------- tables of a round


def test_a_round_that_starts_opens_its_tables(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    assert tables.streams_of_tables(house, stream) == (f"{stream}/1/1/1.1", f"{stream}/1/1/2.1")
    played = tournament_of(house, stream).round("Open", 1)
    for sitting in played.sittings:
        table: Table = house.states.of(f"{stream}/1/1/{sitting.table}.1").state
        assert table.sides == tuple(
            tournament_of(house, stream).contender(side).name for side in sitting.sides
        )
        assert table.kind is TableKind.PHYSICAL
    assert tables.open_tables_of_round(house, DORA, stream, "Open") == tables.streams_of_tables(house, stream)
    assert house.journal.version(f"{stream}/1/1/1.1") == 1


def test_a_table_of_a_team_has_its_members_as_seats_and_the_starting_word(house: House) -> None:
    stream = make_example(house, DORA, Example.BEE).kept.stream
    tournament = tournament_of(house, stream)
    (tortoise,) = (name for name, each in tournament.divisions.items() if each.rulebook == "bee-tortoise")
    opened = tables.open_tables_of_round(house, DORA, stream, tortoise)
    table: Table = house.states.of(opened[0]).state
    (team,) = table.sides
    members = next(each.profile.members for each in tournament.contenders_of(tortoise) if each.name == team)
    assert tuple(seat.name for seat in table.seats) == members
    assert table.starting_word.laid


def test_a_signed_result_is_handed_to_the_tournament_once(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/1.1"
    play_out(house, table)
    state: Table = house.states.of(table).state
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)
    assert sitting.outcome.ground is Ground.TABLE
    totals = list(state.position.scores)
    for adjustment in state.count or ():
        totals[adjustment.side] += adjustment.points
    assert sitting.outcome.scores == tuple(totals)
    before = house.journal.version(stream)
    done(house.journal, handing_in(house, DORA, table, state))
    assert house.journal.version(stream) == before


def test_a_table_takes_nothing_back_while_its_result_stands(house: House) -> None:
    """Signed again it would say something else than the tournament, and nobody would hear of it."""
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/1.1"
    play_out(house, table)
    with pytest.raises(ConflictError) as refused:
        tables.give(house, DORA, table, g.Undo("Dora", "a slip"))
    assert refused.value.code == "result-stands"
    tournaments.give(house, DORA, stream, c.WithdrawResult("Dora", "Open", 1, 1, "a slip"))
    tables.give(house, DORA, table, g.Undo("Dora", "a slip"))
    assert not is_to_hand_in(house.states.of(table).state)


def test_a_table_whose_result_was_taken_back_hands_in_what_it_signs_next_and_nothing_before(
    house: House,
) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/1.1"
    play_out(house, table)
    tournaments.give(house, DORA, stream, c.WithdrawResult("Dora", "Open", 1, 1, "turn 1 was misheard"))
    scene = scene_at(house, DORA, table)
    assert scene.is_returned
    assert scene.table.returned == "turn 1 was misheard"
    assert scene.table.signatures == ()
    signers = scene.view.unsigned
    tables.give(house, DORA, table, g.Sign(signers[0]))
    catch_up(house)  # as after a restart: the table is not told a second time, and keeps what it has signed
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert sitting.outcome is None
    for signer in signers[1:]:
        tables.give(house, DORA, table, g.Sign(signer))
    assert not scene_at(house, DORA, table).is_returned
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)


def test_a_name_that_is_put_right_while_they_play_loses_no_result(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    tournament = tournament_of(house, stream)
    tables_of = {}
    for sitting in tournament.round("Open", 1).sittings:
        table = tables_of[sitting.sides] = f"{stream}/1/1/{sitting.table}.1"
        number = sitting.sides[1]
        profile = tournament.contender(number).profile
        right = replace(profile, name=f"{profile.name}by")
        tournaments.give(house, DORA, stream, c.ChangeProfile("", number, right))
        assert scene_at(house, DORA, table).table.sides[1] == right.name
        with pytest.raises(ConflictError, match="page of its entrants"):
            tables.give(house, DORA, table, g.RenameSide("Dora", 1, "Somebody else"))
        play_out(house, table)
    outcomes = [each.outcome for each in tournament_of(house, stream).round("Open", 1).sittings]
    assert all(isinstance(each, Scored) for each in outcomes)
    tournaments.give(house, DORA, stream, c.CloseRound("", "Open"))
    for sides, table in tables_of.items():
        tournaments.give(house, DORA, stream, c.ChangeProfile("", sides[0], Profile(f"Late {sides[0]}")))
        assert scene_at(house, DORA, table).table.sides[0] == f"Late {sides[0]}"  # in looking back, too


def test_a_name_that_was_put_right_before_a_crash_reaches_its_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/1.1"
    number = tournament_of(house, stream).round("Open", 1).sittings[0].sides[0]
    monkeypatch.setattr(house, "is_serving", False)  # only a server tells tables: it dies before that
    tournaments.give(house, DORA, stream, c.ChangeProfile("", number, Profile("Anna")))
    monkeypatch.undo()
    play_out(house, table)
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert sitting.outcome is None
    catch_up(house)
    assert scene_at(house, DORA, table).table.sides[0] == "Anna"
    assert not house.states.knows(f"{table}~2")
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)


def test_a_result_is_handed_in_however_often_somebody_else_is_faster(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    draw, targets = tournament_steps.draw_of, [300, 200, 100]

    def beaten(journal: JournalReader, kept: Kept) -> random.Random:
        """Write something to the tournament after it was looked at, and before the result is written."""
        if targets:
            target, left = targets.pop(), targets[:]
            targets.clear()
            tournaments.give(house, DORA, stream, c.SetTarget("", target))
            targets.extend(left)
        return draw(journal, kept)

    monkeypatch.setattr(tournament_steps, "ATTEMPTS", 1)
    monkeypatch.setattr(tournament_steps, "draw_of", beaten)
    play_out(house, f"{stream}/1/1/1.1")
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert (targets, tournament_of(house, stream).target_cents) == ([], 300)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)


def test_a_crash_between_the_last_signature_and_the_tournament_loses_no_result(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as house:
        stream = club_day(house)
        round_begun(house, stream)
        table = f"{stream}/1/1/2.1"
        *moves, last = recorded_game(2)
        renamed = dict(zip(OPENING.sides, house.states.of(table).state.sides, strict=True))
        for command in moves:
            signed = g.Sign(renamed[command.by]) if isinstance(command, g.Sign) else command
            tables.give(house, DORA, table, signed)
        assert isinstance(last, g.Sign)
        steps = tables._giving_turn(house, DORA, table, g.Sign(renamed[last.by]), Sending(key="sign"))
        entry = next(steps)
        assert isinstance(entry, Entry)
        house.journal.append(entry)  # the table's fact is on the disk, and then the program is killed
        steps.close()
        crashed(house)
        house._is_ours_to_stop = False
    with serving(place, computer) as house:
        sitting = tournament_of(house, stream).round("Open", 1).sitting_at(2, 1)
        assert sitting is not None
        assert sitting.outcome is not None
        settled = [fact for fact in house.journal.facts(stream) if fact.kind == "tournament.result_settled"]
        again = tables.give(house, DORA, table, g.Sign(renamed[last.by]), Sending(key="sign"))
        assert [fact.KIND for fact in again.facts] == ["game.result_signed"]
    with serving(place, computer) as house:
        assert len(settled) == 1
        assert house.journal.version(stream) == settled[0].version


def test_a_crash_after_the_start_of_a_round_leaves_no_table_closed(place: Path, computer: Computer) -> None:
    with serving(place, computer) as house:
        stream = club_day(house)
        tournaments.publish_next_round(house, DORA, stream, tournaments.RoundWish("Open", "Dora"))
        house.is_serving = False  # as if it had died before it could open them
        tournaments.give(house, DORA, stream, c.StartRound("", "Open"))
        assert tables.streams_of_tables(house, stream) == ()
    with serving(place, computer) as house:
        assert len(tables.streams_of_tables(house, stream)) == 2


def test_when_a_round_is_paired_anew_others_sit_at_another_table_of_that_place(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    old = house.states.of(f"{stream}/1/1/1.1").state.sides
    tournaments.give(house, DORA, stream, c.HaltRound("", "Open", "Eve came late"))
    tournaments.give(house, DORA, stream, c.WithdrawRound("", "Open", "Eve came late"))
    other = ByHand((("1", "4"), ("2", "3"))) if "Di" not in old else ByHand((("1", "2"), ("3", "4")))
    tournaments.publish_next_round(house, DORA, stream, tournaments.RoundWish("Open", "Dora", other))
    tournaments.give(house, DORA, stream, c.StartRound("", "Open"))
    opened = tables.open_tables_of_round(house, DORA, stream, "Open")
    for table in opened:
        names = house.states.of(table).state.sides
        number = int(table.rpartition("/")[2].partition(".")[0])
        sitting = tournament_of(house, stream).round("Open", 1).sitting_at(number, 1)
        assert sitting is not None
        assert names == names_at(house, stream, sitting)


def test_a_table_that_was_taken_back_leads_to_the_one_that_stands_there_now(house: House) -> None:
    """Also where the same two sit together again, after others have: everybody is led to the latest."""
    stream = club_day(house)
    pairings = [ByHand((("1", "2"), ("3", "4"))), ByHand((("1", "3"), ("2", "4")))]

    def start(games: ByHand) -> str:
        tournaments.publish_next_round(house, DORA, stream, tournaments.RoundWish("Open", "Dora", games))
        tournaments.give(house, DORA, stream, c.StartRound("", "Open"))
        opened = tables.open_tables_of_round(house, DORA, stream, "Open")
        return opened[0]

    place = f"{stream}/1/1/1.1"
    stood: list[str] = []
    for games in (*pairings, pairings[0]):
        stood.append(start(games))
        assert scene_at(house, DORA, stood[-1]).out is None
        for before in stood[:-1]:
            scene = scene_at(house, DORA, before)
            assert (scene.out, scene.moved_to) == (TakenBack(stood[-1]), stood[-1])
            assert refused(house, before, g.Pass(0)) == "round-taken-back"
        if len(stood) < 3:
            tournaments.give(house, DORA, stream, c.HaltRound("", "Open", "too early"))
            assert scene_at(house, DORA, stood[-1]).waits_for_start
            assert refused(house, stood[-1], g.Pass(0)) == "start-taken-back"
            tournaments.give(house, DORA, stream, c.WithdrawRound("", "Open", "Eve came late"))
            assert scene_at(house, DORA, stood[-1]).out == TakenBack(None)
    assert stood == [place, f"{place}~2", f"{place}~3"]
    assert house.states.of(stood[2]).state.sides == house.states.of(place).state.sides


def refused(house: House, stream: str, command: g.Command) -> str:
    with pytest.raises(ConflictError) as refusal:
        tables.give(house, DORA, stream, command)
    return refusal.value.code


def test_a_table_whose_result_the_director_has_settled_takes_nothing_more(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    one, other = f"{stream}/1/1/1.1", f"{stream}/1/1/2.1"
    for seat, tile in enumerate("AB"):
        tables.give(house, DORA, one, g.DrawFirst(seat, tile))
    tournaments.give(house, DORA, stream, c.DecideResult("", "Open", 1, 1, (400, 300), "they had to go"))
    scene = scene_at(house, DORA, one)
    assert scene.out == Settled(Ground.DIRECTOR, (400, 300))
    assert (scene.seats, scene.clocks, scene.directs) == (frozenset(), (), False)
    assert refused(house, one, g.Pass(0)) == "result-decided"
    # Taken back, the game goes on where it was.
    tournaments.give(house, DORA, stream, c.WithdrawResult("", "Open", 1, 1, "the other table"))
    assert scene_at(house, DORA, one).can_play
    tournaments.give(house, DORA, stream, c.CancelGame("", "Open", 1, 1, "fire alarm"))
    assert scene_at(house, DORA, one).out == CountsForNobody()
    assert refused(house, one, g.Pass(0)) == "game-cancelled"

    play_out(house, other)
    assert scene_at(house, DORA, other).out is None
    tournaments.give(house, DORA, stream, c.CorrectResult("", "Open", 1, 2, (20, 15), "misread"))
    assert scene_at(house, DORA, other).out == Settled(Ground.CORRECTION, (20, 15))


# ---------------------------------------------------------------- what the room does


def test_the_rooms_time_is_the_same_at_every_table(house: House, computer: Computer) -> None:
    stream = library_night(house)
    round_begun(house, stream, 600_000)
    computer.passes(60_000)
    table = tables.look(house, DORA, f"{stream}/1/1/1.1")
    assert table.view.left.room_ms == 540_000
    assert tournaments.room_clock_ms(tournament_of(house, stream), "Open", house.watch()) == 540_000
    tournaments.give(house, DORA, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm"))
    assert tables.look(house, DORA, f"{stream}/1/1/1.1").view.left.room_ms == 660_000
    assert tables.look(house, DORA, f"{stream}/1/1/2.1").view.left.room_ms == 660_000


def test_time_that_is_called_ends_the_games_of_the_room(house: House) -> None:
    stream = library_night(house)
    round_begun(house, stream, 600_000)
    table = f"{stream}/1/1/1.1"
    tables.give(house, DORA, table, g.DrawFirst(0, "A"))
    tables.give(house, DORA, table, g.DrawFirst(1, "B"))
    tournaments.give(house, DORA, stream, c.CallRoundTime("", "Open"))
    ended: Table = house.states.of(table).state
    assert ended.ending is not None
    assert ended.ending.reason is EndReason.TIME
    assert scene_at(house, DORA, table).clocks == ()  # nobody is to see the room's time run on there
    assert house.states.of(f"{stream}/1/1/2.1").state.stage is Stage.DRAWING
    tournaments.give(house, DORA, stream, c.ResumeRound("", "Open", "it was the kitchen's bell"))
    assert house.states.of(table).state.stage is Stage.PLAYING
    assert [face.kind for face in scene_at(house, DORA, table).clocks] == [ClockKind.TURN, ClockKind.ROOM]


def test_a_telling_that_a_crash_cut_short_is_finished_at_the_next_start(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as house:
        stream = library_night(house)
        round_begun(house, stream, 600_000)
        house.is_serving = False
        tournaments.give(house, DORA, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm"))
    for _ in range(2):  # and not once more at the start after that
        with serving(place, computer) as house:
            table: Table = house.states.of(f"{stream}/1/1/1.1").state
            assert table.clocks.room is not None
            assert table.clocks.of(ClockKind.ROOM) == table.clocks.room
            assert table.clocks.room.limit_ms == 720_000


def test_two_who_give_the_room_time_in_one_moment_both_give_it(place: Path, computer: Computer) -> None:
    with serving(place, computer) as house:
        stream = library_night(house)
        round_begun(house, stream, 600_000)
        for _ in range(2):  # no time goes by for this computer
            tournaments.give(house, DORA, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm"))
        assert tables.look(house, DORA, f"{stream}/1/1/1.1").view.left.room_ms == 840_000
    with serving(place, computer) as house:  # and neither of them once more
        assert house.states.of(f"{stream}/1/1/1.1").state.clocks.room.limit_ms == 840_000


# ---------------------------------------------------------------- Hare


def hare_evening(house: House, rounds: int = 1) -> tuple[str, str]:
    """A Bee of one team of which that round runs; the tournament and the table."""
    stream = entered(house, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
    for number in range(1, rounds + 1):
        tournaments.publish_next_round(house, DORA, stream, tournaments.RoundWish("Open", "Dora"))
        if number == 1:
            tournaments.give(house, DORA, stream, c.AnnounceWords("", "Open", 1, "LITERACY"))
        tournaments.give(house, DORA, stream, c.StartRound("", "Open"))
        if number < rounds:
            tournaments.give(house, DORA, stream, c.DecideResult("", "Open", number, 1, (100,), "a test"))
            tournaments.give(house, DORA, stream, c.CloseRound("", "Open"))
    return stream, f"{stream}/1/{rounds}/1.1"


def test_a_teams_board_is_built_signalled_and_handed_in(house: House) -> None:
    stream, table = hare_evening(house)
    board = tables.look_at_board(house, DORA, table)
    assert board.board.stage is BoardStage.BUILDING
    team = Profile("Blue Jays", members=("Ann", "Bob", "Cy", "Di"))
    tournaments.give(house, DORA, stream, c.ChangeProfile("", 1, team))
    assert tables.look_at_board(house, DORA, table).board.team == "Blue Jays"
    tournaments.give(house, DORA, stream, c.CallRoundTime("", "Open"))
    assert tables.look_at_board(house, DORA, table).board.stage is BoardStage.ENTERING
    tournaments.give(house, DORA, stream, c.CancelGame("", "Open", 1, 1, "the wrong table"))
    with pytest.raises(ConflictError) as refusal:
        tables.give_hare(house, DORA, table, h.SubmitBoard("Wilma", "Ann"))
    assert refusal.value.code == "game-cancelled"
    tournaments.give(house, DORA, stream, c.WithdrawResult("", "Open", 1, 1, "it was this one"))
    submitted = tables.give_hare(house, DORA, table, h.SubmitBoard("Wilma", "Ann"))
    assert submitted.board.stage is BoardStage.SUBMITTED
    sitting = tournament_of(house, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)
    # A result that is taken back goes back to the team, with the reason.
    tournaments.give(house, DORA, stream, c.WithdrawResult("", "Open", 1, 1, "row 3 was misread"))
    built = tables.look_at_board(house, DORA, table).board
    assert (built.stage, built.returned) == (BoardStage.ENTERING, "row 3 was misread")


def test_tiles_that_a_team_buys_come_back_to_its_board(house: House) -> None:
    stream, table = hare_evening(house, 2)
    out = tables.look_at_board(house, DORA, table).board.removed.count
    tournaments.give(house, DORA, stream, c.BuyTiles("", 1, 2))
    built = tables.look_at_board(house, DORA, table).board
    assert built.removed.count == out - 2
    assert tournament_of(house, stream).round("Open", 2).removed[1] == out - 2
    # The money is given back, and the tiles with it.
    tournaments.give(house, DORA, stream, c.ReverseMoney("", 1, "it was another team"))
    built = tables.look_at_board(house, DORA, table).board
    assert (built.removed.count, built.purchases) == (out, ())


def test_a_change_that_changes_nothing_writes_nothing(house: House) -> None:
    _, table = hare_evening(house)
    before = house.journal.version(table)
    board = tables.look_at_board(house, DORA, table).board.board
    assert tables.give_hare(house, DORA, table, h.PaintBoard("Wilma", board)).facts == ()
    assert house.journal.version(table) == before


# ---------------------------------------------------------------- several tournaments


def test_each_tournament_on_a_server_has_its_own_people_and_tables(house: House) -> None:
    first, second = club_day(house, "First"), club_day(house, "Second")
    round_begun(house, first)
    round_begun(house, second)
    director = holder("Fay", Role.DIRECTOR, first)
    tables.give(house, director, f"{first}/1/1/1.1", g.DrawFirst(0, "A"))
    tournaments.give(house, director, first, c.CallRoundTime("", "Open"))
    with pytest.raises(IllegalError) as refusal:
        tables.give(house, director, f"{second}/1/1/1.1", g.DrawFirst(0, "A"))
    assert refusal.value.code == "not-your-role"
    with pytest.raises(IllegalError):
        tournaments.give(house, director, second, c.CallRoundTime("", "Open"))
    with pytest.raises(IllegalError):
        tournaments.begin_tournament(house, director, c.OpenTournament("", "Third"))
    assert tournaments.streams_in(house) == (first, second)

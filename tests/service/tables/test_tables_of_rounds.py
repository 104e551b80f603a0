"""Tables of a tournament: opened with their round, told by the room, their results handed in once."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crash.games import recorded_game
from service.houses import (
    DORA,
    Computer,
    club_day,
    crashed,
    entered,
    holder,
    library_night,
    round_begun,
    serving,
)
from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game import commands as g
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.game.table import EndReason, Stage, Table, TableKind
from wordwaiter.paper import event_of, game_sheets
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.placement import parse_play
from wordwaiter.service import execute as execute_module
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute, executing
from wordwaiter.service.journal_tools import undo_last_turn
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.steps import run
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.streams import shipped
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.out_of_play import CountsForNobody, Settled, TakenBack
from wordwaiter.service.tables.result_handoff import handing_in, is_to_hand_in
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tables.views import look, look_at_board, streams_of_tables
from wordwaiter.service.tournaments import kind as tournament_kind
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import draw_of, streams_in
from wordwaiter.store.facts import Entry
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.rounds.rounds import Ground, Scored, Sitting
from wordwaiter.tournament.state import Tournament


def play_out(context: Context, stream: str, seed: int = 1) -> None:
    """A whole recorded game, up to the last signature."""
    for command in recorded_game(seed):
        execute(context, DORA, TABLES, stream, command)


def tournament_of(context: Context, stream: str) -> Tournament:
    tournament: Tournament = context.states.of(stream).state
    return tournament


def names_at(context: Context, stream: str, sitting: Sitting) -> tuple[str, ...]:
    return tuple(tournament_of(context, stream).contender(side).name for side in sitting.sides)


def test_a_round_that_starts_opens_its_tables(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    assert streams_of_tables(context, stream) == (f"{stream}/1/1/1.1", f"{stream}/1/1/2.1")
    played = tournament_of(context, stream).round("Open", 1)
    for sitting in played.sittings:
        table: Table = context.states.of(f"{stream}/1/1/{sitting.table}.1").state
        assert table.sides == tuple(
            tournament_of(context, stream).contender(side).name for side in sitting.sides
        )
        assert table.kind is TableKind.PHYSICAL
    assert open_tables_of_round(context, DORA, stream, "Open") == streams_of_tables(context, stream)
    assert context.journal.version(f"{stream}/1/1/1.1") == 1


def test_a_table_of_a_team_has_its_members_as_seats_and_the_starting_word(context: Context) -> None:
    stream = make_example(context, DORA, Example.BEE).stream
    tournament = tournament_of(context, stream)
    (tortoise,) = (name for name, each in tournament.divisions.items() if each.rulebook == "bee-tortoise")
    opened = open_tables_of_round(context, DORA, stream, tortoise)
    table: Table = context.states.of(opened[0]).state
    (team,) = table.sides
    members = next(each.profile.members for each in tournament.contenders_of(tortoise) if each.name == team)
    assert tuple(seat.name for seat in table.seats) == members
    assert table.starting_word.laid


def test_a_signed_result_is_handed_to_the_tournament_once(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    play_out(context, table)
    state: Table = context.states.of(table).state
    sitting = tournament_of(context, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)
    assert sitting.outcome.ground is Ground.TABLE
    totals = list(state.position.scores)
    for adjustment in state.count or ():
        totals[adjustment.side] += adjustment.points
    assert sitting.outcome.scores == tuple(totals)
    before = context.journal.version(stream)
    run(context.journal, handing_in(context, DORA, table, state))
    assert context.journal.version(stream) == before


def test_a_table_takes_nothing_back_while_its_result_stands(context: Context) -> None:
    """Signed again it would say something else than the tournament, and nobody would hear of it."""
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    play_out(context, table)
    with pytest.raises(ConflictError) as refused:
        execute(context, DORA, TABLES, table, g.Undo("Dora", "a slip"))
    assert refused.value.code == "result-stands"
    with pytest.raises(ConflictError, match="ask the director"):
        undo_last_turn(context.journal, shipped, table, g.Undo("Dora", "a slip"))
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawResult("Dora", "Open", 1, 1, "a slip"))
    execute(context, DORA, TABLES, table, g.Undo("Dora", "a slip"))
    assert not is_to_hand_in(context.states.of(table).state)


def test_a_table_whose_result_was_taken_back_hands_in_what_it_signs_next_and_nothing_before(
    context: Context,
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    play_out(context, table)
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawResult("Dora", "Open", 1, 1, "turn 1 was misheard"))
    scene = scene_at(context, DORA, table)
    assert scene.is_returned
    assert scene.table.returned == "turn 1 was misheard"
    assert scene.table.signatures == ()
    signers = scene.view.unsigned
    execute(context, DORA, TABLES, table, g.Sign(signers[0]))
    catch_up(context)  # as after a restart: the table is not told a second time, and keeps what it has signed
    sitting = tournament_of(context, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert sitting.outcome is None
    for signer in signers[1:]:
        execute(context, DORA, TABLES, table, g.Sign(signer))
    assert not scene_at(context, DORA, table).is_returned
    sitting = tournament_of(context, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)


def test_a_name_that_is_put_right_while_they_play_loses_no_result(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    tournament = tournament_of(context, stream)
    tables_of = {}
    for sitting in tournament.round("Open", 1).sittings:
        table = tables_of[sitting.sides] = f"{stream}/1/1/{sitting.table}.1"
        number = sitting.sides[1]
        profile = tournament.contender(number).profile
        right = replace(profile, name=f"{profile.name}by")
        execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", number, right))
        assert scene_at(context, DORA, table).table.sides[1] == right.name
        play_out(context, table)
    outcomes = [each.outcome for each in tournament_of(context, stream).round("Open", 1).sittings]
    assert all(isinstance(each, Scored) for each in outcomes)
    execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("", "Open"))
    for sides, table in tables_of.items():
        execute(
            context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", sides[0], Profile(f"Late {sides[0]}"))
        )
        assert scene_at(context, DORA, table).table.sides[0] == f"Late {sides[0]}"  # in looking back, too


def test_a_rename_is_one_fact_and_no_table_hears_of_it(
    context: Context,
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    number = tournament_of(context, stream).round("Open", 1).sittings[0].sides[0]
    before = context.journal.version(table), context.journal.version(stream)
    execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", number, Profile("Anna")))
    assert (context.journal.version(table), context.journal.version(stream)) == (before[0], before[1] + 1)
    assert scene_at(context, DORA, table).table.sides[0] == "Anna"
    catch_up(context)
    assert context.journal.version(table) == before[0]
    assert not context.states.knows(f"{table}~2")


def test_a_result_is_handed_in_however_often_somebody_else_is_faster(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    draw, targets = draw_of, [300, 200, 100]

    def beaten(journal: JournalReader, stream: str, version: int) -> random.Random:
        """Write something to the tournament after it was looked at, and before the result is written."""
        if targets:
            target, left = targets.pop(), targets[:]
            targets.clear()
            execute(context, DORA, TOURNAMENTS, stream, c.SetTarget("", target))
            targets.extend(left)
        return draw(journal, stream, version)

    monkeypatch.setattr(execute_module, "ATTEMPTS", 1)
    monkeypatch.setattr(tournament_kind, "draw_of", beaten)
    play_out(context, f"{stream}/1/1/1.1")
    sitting = tournament_of(context, stream).round("Open", 1).sitting_at(1, 1)
    assert (targets, tournament_of(context, stream).target_cents) == ([], 300)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)


def test_a_crash_between_the_last_signature_and_the_tournament_loses_no_result(
    database: Path, computer: Computer
) -> None:
    with serving(database, computer) as context:
        stream = club_day(context)
        round_begun(context, stream)
        table = f"{stream}/1/1/2.1"
        *moves, last = recorded_game(2)
        for command in moves:
            execute(context, DORA, TABLES, table, command)
        assert isinstance(last, g.Sign)
        steps = executing(context, DORA, TABLES, table, last, CommandMeta(key="sign"))
        entry = next(steps)
        assert isinstance(entry, Entry)
        context.journal.append(entry)  # the table's fact is on the disk, and then the program is killed
        steps.close()
        crashed(context)
        context._is_ours_to_stop = False
    with serving(database, computer) as context:
        sitting = tournament_of(context, stream).round("Open", 1).sitting_at(2, 1)
        assert sitting is not None
        assert sitting.outcome is not None
        settled = [fact for fact in context.journal.facts(stream) if fact.kind == "tournament.result_settled"]
        again = execute(context, DORA, TABLES, table, last, CommandMeta(key="sign"))
        assert [fact.KIND for fact in again.facts] == ["game.result_signed"]
    with serving(database, computer) as context:
        assert len(settled) == 1
        assert context.journal.version(stream) == settled[0].version


def test_a_crash_after_the_start_of_a_round_leaves_no_table_closed(
    database: Path, computer: Computer
) -> None:
    with serving(database, computer) as context:
        stream = club_day(context)
        tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
        context.is_serving = False  # as if it had died before it could open them
        execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
        assert streams_of_tables(context, stream) == ()
    with serving(database, computer) as context:
        assert len(streams_of_tables(context, stream)) == 2


def test_when_a_round_is_paired_anew_others_sit_at_another_table_of_that_place(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    old = context.states.of(f"{stream}/1/1/1.1").state.sides
    execute(context, DORA, TOURNAMENTS, stream, c.HaltRound("", "Open", "Eve came late"))
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawRound("", "Open", "Eve came late"))
    other = ByHand((("1", "4"), ("2", "3"))) if "Di" not in old else ByHand((("1", "2"), ("3", "4")))
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora", other))
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
    opened = open_tables_of_round(context, DORA, stream, "Open")
    for table in opened:
        names = context.states.of(table).state.sides
        number = int(table.rpartition("/")[2].partition(".")[0])
        sitting = tournament_of(context, stream).round("Open", 1).sitting_at(number, 1)
        assert sitting is not None
        assert names == names_at(context, stream, sitting)


def test_a_table_that_was_taken_back_leads_to_the_one_that_stands_there_now(context: Context) -> None:
    """Also where the same two sit together again, after others have: everybody is led to the latest."""
    stream = club_day(context)
    pairings = [ByHand((("1", "2"), ("3", "4"))), ByHand((("1", "3"), ("2", "4")))]

    def start(games: ByHand) -> str:
        tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora", games))
        execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
        opened = open_tables_of_round(context, DORA, stream, "Open")
        return opened[0]

    place = f"{stream}/1/1/1.1"
    stood: list[str] = []
    for games in (*pairings, pairings[0]):
        stood.append(start(games))
        assert scene_at(context, DORA, stood[-1]).out is None
        for before in stood[:-1]:
            scene = scene_at(context, DORA, before)
            assert (scene.out, scene.moved_to) == (TakenBack(stood[-1]), stood[-1])
            assert refused(context, before, g.Pass(0)) == "round-taken-back"
        if len(stood) < 3:
            execute(context, DORA, TOURNAMENTS, stream, c.HaltRound("", "Open", "too early"))
            assert scene_at(context, DORA, stood[-1]).waits_for_start
            assert refused(context, stood[-1], g.Pass(0)) == "start-taken-back"
            execute(context, DORA, TOURNAMENTS, stream, c.WithdrawRound("", "Open", "Eve came late"))
            assert scene_at(context, DORA, stood[-1]).out == TakenBack(None)
    assert stood == [place, f"{place}~2", f"{place}~3"]
    assert context.states.of(stood[2]).state.sides == context.states.of(place).state.sides


def refused(context: Context, stream: str, command: g.Command) -> str:
    with pytest.raises(ConflictError) as refusal:
        execute(context, DORA, TABLES, stream, command)
    return refusal.value.code


def test_a_table_whose_result_the_director_has_settled_takes_nothing_more(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    one, other = f"{stream}/1/1/1.1", f"{stream}/1/1/2.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, one, g.DrawFirst(seat, tile))
    execute(
        context, DORA, TOURNAMENTS, stream, c.DecideResult("", "Open", 1, 1, (400, 300), "they had to go")
    )
    scene = scene_at(context, DORA, one)
    assert scene.out == Settled(Ground.DIRECTOR, (400, 300))
    assert (scene.seats, scene.clocks, scene.directs) == (frozenset(), (), False)
    assert refused(context, one, g.Pass(0)) == "result-decided"
    # Taken back, the game goes on where it was.
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawResult("", "Open", 1, 1, "the other table"))
    assert scene_at(context, DORA, one).can_play
    execute(context, DORA, TOURNAMENTS, stream, c.CancelGame("", "Open", 1, 1, "fire alarm"))
    assert scene_at(context, DORA, one).out == CountsForNobody()
    assert refused(context, one, g.Pass(0)) == "game-cancelled"

    play_out(context, other)
    assert scene_at(context, DORA, other).out is None
    execute(context, DORA, TOURNAMENTS, stream, c.CorrectResult("", "Open", 1, 2, (20, 15), "misread"))
    assert scene_at(context, DORA, other).out == Settled(Ground.CORRECTION, (20, 15))


def all_signed(context: Context, stream: str, number: int) -> None:
    """Every card of a round is handed in with both initials."""
    for sitting in tournament_of(context, stream).round("Open", number).sittings:
        card = c.HandInSheet("Dora", "Open", number, sitting.table, (400, 300), sitting.sides)
        execute(context, DORA, TOURNAMENTS, stream, card)


def test_a_table_left_open_takes_nothing_more_once_a_later_round_is_on(context: Context) -> None:
    """Its phone still lies there, and plays of the next game would be written on the board of the last."""
    stream = club_day(context)
    round_begun(context, stream)
    one = f"{stream}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, one, g.DrawFirst(seat, tile))
    all_signed(context, stream, 1)
    assert scene_at(context, DORA, one).can_play  # who writes a game down may end it while nothing else is on
    execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("Dora", "Open"))
    assert scene_at(context, DORA, one).can_play
    for number in (2, 3):
        tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
        # What is published may be paired anew: it locks no table, and leads to none.
        assert scene_at(context, DORA, one).can_play == (number == 2)
        execute(context, DORA, TOURNAMENTS, stream, c.StartRound("Dora", "Open", draw_tiles=True))
        scene = scene_at(context, DORA, one)
        assert scene.out == Settled(Ground.SIGNED, (400, 300))
        assert (scene.next_table, scene.next_round) == (f"{stream}/1/{number}/1.1", number)
        assert (scene.seats, scene.clocks) == (frozenset(), ())
        assert refused(context, one, g.Pass(0)) == "later-round-on"
        all_signed(context, stream, number)
        execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("Dora", "Open"))


def test_a_game_that_was_entered_to_its_end_is_shown_as_it_ended_while_a_later_round_is_on(
    context: Context,
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    one = f"{stream}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, one, g.DrawFirst(seat, tile))
    execute(context, DORA, TABLES, one, g.End("", EndReason.AGREED, "all is written down"))
    all_signed(context, stream, 1)
    execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("Dora", "Open"))
    round_begun(context, stream)
    assert scene_at(context, DORA, one).out is None


def test_a_game_that_was_not_entered_to_its_end_is_printed_with_the_totals_of_its_card(
    context: Context,
) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    one = f"{stream}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        position = execute(context, DORA, TABLES, one, g.DrawFirst(seat, tile)).state.position
    execute(context, DORA, TABLES, one, g.Play(0, parse_play("8D RETINA", position.board)))
    (game,) = event_of(context.journal, stream).games
    assert game.totals == ()  # it goes on
    all_signed(context, stream, 1)
    (game,) = event_of(context.journal, stream).games
    assert [total for _, total in game.totals] == [400, 300]
    games: Any = game_sheets("Club day", [game]).data["games"]
    (sheet,) = games
    assert {each["score"] for each in sheet["players"]} == {"400", "300"}
    assert "Not all turns were entered; the totals are those of the score card." in sheet["notes"]
    execute(context, DORA, TABLES, one, g.End("", EndReason.AGREED, "all is written down"))
    (game,) = event_of(context.journal, stream).games
    assert game.totals == ()


# ---------------------------------------------------------------- what the room does


def test_the_rooms_time_is_the_same_at_every_table(context: Context, computer: Computer) -> None:
    stream = library_night(context)
    round_begun(context, stream, 600_000)
    computer.passes(60_000)
    table = look(context, DORA, f"{stream}/1/1/1.1")
    assert table.view.left.room_ms == 540_000
    assert tournaments.room_clock_ms(tournament_of(context, stream), "Open", context.watch()) == 540_000
    execute(context, DORA, TOURNAMENTS, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm"))
    assert look(context, DORA, f"{stream}/1/1/1.1").view.left.room_ms == 660_000
    assert look(context, DORA, f"{stream}/1/1/2.1").view.left.room_ms == 660_000


def test_time_that_is_called_ends_the_games_of_the_room(context: Context) -> None:
    stream = library_night(context)
    round_begun(context, stream, 600_000)
    table = f"{stream}/1/1/1.1"
    execute(context, DORA, TABLES, table, g.DrawFirst(0, "A"))
    execute(context, DORA, TABLES, table, g.DrawFirst(1, "B"))
    execute(context, DORA, TOURNAMENTS, stream, c.CallRoundTime("", "Open"))
    ended: Table = context.states.of(table).state
    assert ended.ending is not None
    assert ended.ending.reason is EndReason.TIME
    assert scene_at(context, DORA, table).clocks == ()  # nobody is to see the room's time run on there
    assert context.states.of(f"{stream}/1/1/2.1").state.stage is Stage.DRAWING
    execute(context, DORA, TOURNAMENTS, stream, c.ResumeRound("", "Open", "it was the kitchen's bell"))
    assert context.states.of(table).state.stage is Stage.PLAYING
    assert [face.kind for face in scene_at(context, DORA, table).clocks] == [ClockKind.TURN, ClockKind.ROOM]


def test_a_telling_that_a_crash_cut_short_is_finished_at_the_next_start(
    database: Path, computer: Computer
) -> None:
    with serving(database, computer) as context:
        stream = library_night(context)
        round_begun(context, stream, 600_000)
        context.is_serving = False
        execute(context, DORA, TOURNAMENTS, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm"))
    for _ in range(2):  # and not once more at the start after that
        with serving(database, computer) as context:
            table: Table = context.states.of(f"{stream}/1/1/1.1").state
            assert table.clocks.room is not None
            assert table.clocks.of(ClockKind.ROOM) == table.clocks.room
            assert table.clocks.room.limit_ms == 720_000


def test_two_who_give_the_room_time_in_one_moment_both_give_it(database: Path, computer: Computer) -> None:
    with serving(database, computer) as context:
        stream = library_night(context)
        round_begun(context, stream, 600_000)
        for _ in range(2):  # no time goes by for this computer
            execute(
                context, DORA, TOURNAMENTS, stream, c.AdjustRoomClock("", "Open", 120_000, "a fire alarm")
            )
        assert look(context, DORA, f"{stream}/1/1/1.1").view.left.room_ms == 840_000
    with serving(database, computer) as context:  # and neither of them once more
        assert context.states.of(f"{stream}/1/1/1.1").state.clocks.room.limit_ms == 840_000


# ---------------------------------------------------------------- Hare


def hare_evening(context: Context, rounds: int = 1) -> tuple[str, str]:
    """A Bee of one team of which that round runs; the tournament and the table."""
    stream = entered(context, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
    for number in range(1, rounds + 1):
        tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
        starting = "LITERACY" if number == 1 else None
        words = c.AnnounceWords("", "Open", number, starting, without=tuple(AnnouncedKind))
        execute(context, DORA, TOURNAMENTS, stream, words)
        execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
        if number < rounds:
            execute(
                context, DORA, TOURNAMENTS, stream, c.DecideResult("", "Open", number, 1, (100,), "a test")
            )
            execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("", "Open"))
    return stream, f"{stream}/1/{rounds}/1.1"


def test_a_teams_board_is_built_signalled_and_handed_in(context: Context) -> None:
    stream, table = hare_evening(context)
    board = look_at_board(context, DORA, table)
    assert board.board.stage is BoardStage.BUILDING
    team = Profile("Blue Jays", members=("Ann", "Bob", "Cy", "Di"))
    execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", 1, team))
    assert look_at_board(context, DORA, table).board.team == "Blue Jays"
    execute(context, DORA, TOURNAMENTS, stream, c.CallRoundTime("", "Open"))
    assert look_at_board(context, DORA, table).board.stage is BoardStage.ENTERING
    execute(context, DORA, TOURNAMENTS, stream, c.CancelGame("", "Open", 1, 1, "the wrong table"))
    with pytest.raises(ConflictError) as refusal:
        execute(context, DORA, BOARDS, table, h.SubmitBoard("Wilma", "Ann"))
    assert refusal.value.code == "game-cancelled"
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawResult("", "Open", 1, 1, "it was this one"))
    submitted = execute(context, DORA, BOARDS, table, h.SubmitBoard("Wilma", "Ann"))
    assert submitted.state.stage is BoardStage.SUBMITTED
    sitting = tournament_of(context, stream).round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert isinstance(sitting.outcome, Scored)
    # A result that is taken back goes back to the team, with the reason.
    execute(context, DORA, TOURNAMENTS, stream, c.WithdrawResult("", "Open", 1, 1, "row 3 was misread"))
    built = look_at_board(context, DORA, table).board
    assert (built.stage, built.returned) == (BoardStage.ENTERING, "row 3 was misread")


def test_tiles_that_a_team_buys_come_back_to_its_board(context: Context) -> None:
    stream, table = hare_evening(context, 2)
    out = look_at_board(context, DORA, table).board.removed.count
    execute(context, DORA, TOURNAMENTS, stream, c.BuyTiles("", 1, 2))
    built = look_at_board(context, DORA, table).board
    assert built.removed.count == out - 2
    assert tournament_of(context, stream).round("Open", 2).removed[1] == out - 2
    # The money is given back, and the tiles with it.
    execute(context, DORA, TOURNAMENTS, stream, c.ReverseMoney("", 1, "it was another team"))
    built = look_at_board(context, DORA, table).board
    assert (built.removed.count, built.purchases) == (out, ())


def test_a_change_that_changes_nothing_writes_nothing(context: Context) -> None:
    _, table = hare_evening(context)
    before = context.journal.version(table)
    board = look_at_board(context, DORA, table).board.board
    assert execute(context, DORA, BOARDS, table, h.PaintBoard("Wilma", board)).facts == ()
    assert context.journal.version(table) == before


# ---------------------------------------------------------------- several tournaments


def test_each_tournament_on_a_server_has_its_own_people_and_tables(context: Context) -> None:
    first, second = club_day(context, "First"), club_day(context, "Second")
    round_begun(context, first)
    round_begun(context, second)
    director = holder("Fay", Role.DIRECTOR, first)
    execute(context, director, TABLES, f"{first}/1/1/1.1", g.DrawFirst(0, "A"))
    execute(context, director, TOURNAMENTS, first, c.CallRoundTime("", "Open"))
    with pytest.raises(IllegalError) as refusal:
        execute(context, director, TABLES, f"{second}/1/1/1.1", g.DrawFirst(0, "A"))
    assert refusal.value.code == "not-your-role"
    with pytest.raises(IllegalError):
        execute(context, director, TOURNAMENTS, second, c.CallRoundTime("", "Open"))
    with pytest.raises(IllegalError):
        tournaments.begin_tournament(context, director, c.OpenTournament("", "Third"))
    assert streams_in(context) == (first, second)

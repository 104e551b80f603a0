"""A journal that version 0.1.0 wrote is opened, says what it said then, and is played on."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from web.forked import Forker
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.signers import signer_named
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.stream_names import place_of, stream_after
from wordwaiter.service.tables.views import look, streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.journal import Journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.state import Tournament

from .first_version import EXPECTED, HERE, another_computer
from .telling import result_of, standings_of, told_of, told_of_devices

IOWA: Final = "tournament-2"
BEE: Final = "tournament-6"
Asked = Callable[..., dict[str, Any]]
MENDED: Final = {"tournament-6/1/1/2.1": {"score": 1811}}
"""Version 0.1 lost the challenges of a team that was renamed later; now the team is known by number."""


@pytest.fixture
def asked(forker: Forker, tmp_path: Path) -> Asked:
    """Gives a command of the journal; the answer is JSON."""
    return lambda *arguments: json.loads(forker.run("journal", *arguments, "--json", cwd=tmp_path).stdout)


def tournament_in(context: Context, stream: str) -> Tournament:
    tournament: Tournament = context.states.of(stream).state
    return tournament


def all_tables(context: Context, stream: str, division: int, number: int) -> tuple[str, ...]:
    """The tables that were opened for a round."""
    streams = streams_of_tables(context, stream)
    return tuple(each for each in streams if each.startswith(f"{stream}/{division}/{number}/"))


def test_it_is_verified_and_has_every_kind_of_fact(asked: Asked, copy: Path) -> None:
    found = asked("verify", "--db", copy)
    assert found["good"], found["problems"]
    assert asked("stats", "--db", copy)["kinds"] == EXPECTED["kinds"]


@pytest.mark.long
def test_every_stream_says_what_it_said(copy: Path) -> None:
    with Journal.open(copy) as journal:
        told = json.loads(json.dumps(told_of(journal)))
        devices = told_of_devices(journal, EXPECTED["tokens"], another_computer())
    assert told.keys() == EXPECTED["streams"].keys()
    for stream, expected in EXPECTED["streams"].items():
        assert told[stream] == expected, stream
    assert devices == EXPECTED["devices"]


def test_its_lines_are_imported_and_say_the_same(forker: Forker, tmp_path: Path) -> None:
    lines, path = tmp_path / "lines.jsonl", tmp_path / "imported.db"
    lines.write_bytes(gzip.decompress((HERE / "first_version.jsonl.gz").read_bytes()))
    assert forker.run("journal", "import", lines, "--db", path, cwd=tmp_path).returncode == 0
    with Journal.open(path) as journal:
        assert json.loads(json.dumps(told_of(journal))) == EXPECTED["streams"]


@pytest.mark.long
def test_a_server_opens_it_and_changes_nothing_that_was_played(context: Context) -> None:
    told = json.loads(json.dumps(told_of(context.journal)))
    for stream, expected in EXPECTED["streams"].items():
        if stream != "house":
            assert told[stream] == {**expected, **MENDED.get(stream, {})}, stream


def awaited_signature(context: Context, stream: str) -> g.Sign:
    """The signature that a table waits for."""
    table = context.states.of(stream).state
    return g.Sign(signer_named(table, EXPECTED["signatures"][stream]), member=table.seats[0].name)


@pytest.mark.long
@pytest.mark.parametrize("stream", EXPECTED["plays"])
def test_a_turn_is_played_at_a_table_that_was_left_in_the_middle(context: Context, stream: str) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    expected = EXPECTED["plays"][stream]
    seat = EXPECTED["streams"][stream]["to_move"]
    placement = parse_play(expected["play"], look(context, director, stream).view.board)
    if expected["first"] == "allow":
        execute(context, director, TABLES, stream, g.Allow("Dora", "the program was not there"))
    if expected["first"] == "resume":
        execute(context, director, TABLES, stream, g.Resume("Dora"))
    after = execute(context, director, TABLES, stream, g.Play(seat, placement)).state
    assert len(after.turns) == EXPECTED["streams"][stream]["turns"] + 1
    assert list(after.position.scores) == expected["scores"]


@pytest.mark.long
def test_the_second_signature_brings_a_result_and_the_next_round_is_paired(context: Context) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    (stream,) = (each for each in EXPECTED["signatures"] if each.startswith(f"{IOWA}/1/"))
    before = standings_of(tournament_in(context, IOWA), "55-64")
    execute(context, director, TABLES, stream, awaited_signature(context, stream))
    played = tournament_in(context, IOWA).rounds["55-64"][-1]
    signed = next(each for each in played.sittings if stream == f"{IOWA}/1/2/{each.table}.{each.board}")
    assert result_of(signed.outcome) == ["scored", EXPECTED["streams"][stream]["scores"], "table", "Dora", ""]
    assert standings_of(tournament_in(context, IOWA), "55-64") != before
    (other,) = played.outstanding
    sheet = c.HandInSheet("", "55-64", 2, other.table, (300, 299), other.sides, other.board)
    execute(context, director, TOURNAMENTS, IOWA, sheet)
    execute(context, director, TOURNAMENTS, IOWA, c.CloseRound("", "55-64"))
    tournaments.publish_next_round(context, director, IOWA, tournaments.RoundRequest("55-64", "Dora"))
    execute(context, director, TOURNAMENTS, IOWA, c.StartRound("", "55-64"))
    assert len(all_tables(context, IOWA, 1, 3)) == 2


@pytest.mark.long
@pytest.mark.parametrize("stream", EXPECTED["signatures"])
def test_each_table_that_one_side_has_signed_is_signed_by_the_other(context: Context, stream: str) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    name, division, number, place = stream.split("/")
    execute(context, director, TABLES, stream, awaited_signature(context, stream))
    tournament = tournament_in(context, name)
    (played,) = (
        each[int(number) - 1]
        for title, each in tournament.rounds.items()
        if tournament.divisions[title].number == int(division)
    )
    (sitting,) = (each for each in played.sittings if f"{each.table}.{each.board}" == place)
    assert result_of(sitting.outcome) == [
        "scored",
        EXPECTED["streams"][stream]["scores"],
        "table",
        "Dora",
        "",
    ]


@pytest.mark.long
@pytest.mark.parametrize("stream", EXPECTED["signatures"])
def test_a_table_without_numbers_loses_no_result_when_a_name_is_put_right(
    context: Context, stream: str
) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    place = place_of(stream)
    assert place is not None
    found = place.played_in(tournament_in(context, place.tournament))
    assert found is not None
    for number in found[1].sides:
        profile = tournament_in(context, place.tournament).contender(number).profile
        right = replace(profile, name=f"{profile.name}by")
        execute(context, director, TOURNAMENTS, place.tournament, c.ChangeProfile("", number, right))
    catch_up(context)
    assert not context.states.knows(stream_after(stream))
    shown = look(context, director, stream).table
    assert all(name.endswith("by") for name in shown.sides)
    execute(context, director, TABLES, stream, awaited_signature(context, stream))
    found = place.played_in(tournament_in(context, place.tournament))
    assert found is not None
    told = result_of(found[1].outcome)
    assert told is not None
    assert told[:2] == ["scored", EXPECTED["streams"][stream]["scores"]]


@pytest.mark.long
def test_others_who_sit_where_a_table_without_numbers_stands_get_their_own(context: Context) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    (stream,) = (each for each in EXPECTED["signatures"] if each.startswith(f"{IOWA}/1/"))
    before = tournament_in(context, IOWA).rounds["55-64"][-1]
    execute(context, director, TOURNAMENTS, IOWA, c.HaltRound("", "55-64", "wrong pairing"))
    execute(context, director, TOURNAMENTS, IOWA, c.WithdrawRound("", "55-64", "wrong pairing"))
    execute(
        context,
        director,
        TOURNAMENTS,
        IOWA,
        c.PublishRound(
            "",
            "55-64",
            tuple(
                Seating(each.table, other.sides, each.board)
                for each, other in zip(before.sittings, reversed(before.sittings), strict=True)
            ),
            before.rests,
        ),
    )
    execute(context, director, TOURNAMENTS, IOWA, c.StartRound("", "55-64"))
    assert context.states.knows(stream_after(stream))
    name = look(context, NOBODY, stream).table.sides[0]
    assert name == EXPECTED["streams"][stream]["sides"][0]


@pytest.mark.long
def test_boards_that_were_being_built_are_handed_in_and_the_last_round_begins(context: Context) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    execute(context, director, TOURNAMENTS, BEE, c.CallRoundTime("", "Hare"))
    built = all_tables(context, BEE, 1, 2)
    for stream in built:
        number = tournament_in(context, BEE).rounds["Hare"][-1].sittings[built.index(stream)].sides[0]
        member = tournament_in(context, BEE).contender(number).profile.members[0]
        execute(context, director, BOARDS, stream, h.SubmitBoard("", member))
    played = tournament_in(context, BEE).rounds["Hare"][-1]
    scores = [EXPECTED["streams"][stream]["score"] for stream in built]
    assert [each and each[1] for each in (result_of(sitting.outcome) for sitting in played.sittings)] == [
        [score] for score in scores
    ]
    execute(context, director, TOURNAMENTS, BEE, c.CloseRound("", "Hare"))
    words = c.AnnounceWords("", "Hare", 3, "NOVEL", without=tuple(AnnouncedKind))
    execute(context, director, TOURNAMENTS, BEE, words)
    tournaments.publish_next_round(context, director, BEE, tournaments.RoundRequest("Hare", "Dora"))
    execute(context, director, TOURNAMENTS, BEE, c.StartRound("", "Hare", draw_tiles=True))
    assert len(all_tables(context, BEE, 1, 3)) == 4


def test_what_is_written_after_it_is_verified_with_it(context: Context, asked: Asked, copy: Path) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    for stream in EXPECTED["signatures"]:
        execute(context, director, TABLES, stream, awaited_signature(context, stream))
    found = asked("verify", "--db", copy)
    assert found["good"], found["problems"]
    assert found["facts"] > sum(EXPECTED["kinds"].values())


@pytest.mark.long
def test_everybody_is_shown_of_each_fact_what_is_for_them(context: Context) -> None:
    director = context.devices.caller_of(EXPECTED["tokens"]["Dora"])
    for end in context.journal.stream_ends():
        for fact in context.journal.facts(end.stream):
            for caller in (director, NOBODY):
                shown = visible_fact(caller, fact)
                assert shown is None or "time" in shown
    facts = context.journal.facts(BEE)
    challenged = next(fact for fact in facts if fact.kind == "tournament.board_word_challenged")
    told = visible_fact(NOBODY, challenged)
    assert told is not None
    body = told["body"]
    assert isinstance(body, dict)
    assert body["challenge"]["challenger"] == {"number": None, "name": ""}

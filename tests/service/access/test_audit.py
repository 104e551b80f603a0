"""The audit log: every action with actor, device, time, reason and clause, found by any of them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service.houses import draw_for_first_play
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.table import EndReason, TableKind
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.audit_log import AuditLine, AuditSearch, search_log
from wordwaiter.service.access.callers import NOBODY, Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.clock import SYSTEM_TIME
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.judge_access import Device
from wordwaiter.service.judging.rulings import rule_play
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Seating

OWNER = director_of_everything("Cora", "laptop")
CUP = "tournament-1"
NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(tmp_path: Path, clock: Clock) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    parts = ContextParts(judge=judge, time=replace(SYSTEM_TIME, clock=clock))
    with Context.open(tmp_path / "wordwaiter.db", parts) as context:
        club = shipped_format("club")
        begin_tournament(
            context,
            OWNER,
            c.OpenTournament("Cora", "Cup", names=PublicNames.FULL),
            [c.OpenDivision("Cora", "A", club)],
        )
        players = tuple(single(Profile(name, email=f"{name}@example.org")) for name in ("Ann", "Bo"))
        for command in (
            c.Register("Cora", "A", players),
            c.CheckIn("Cora", (1, 2)),
            c.PublishRound("Cora", "A", (Seating(1, (1, 2)),)),
            c.StartRound("Cora", "A"),
        ):
            execute(context, OWNER, TOURNAMENTS, CUP, command)
        yield context


def holder(role: Role, device: str = "device-7") -> Caller:
    return Caller("Sam", device, frozenset({Grant(role, CUP)}))


def sentences(context: Context, caller: Caller = OWNER, **search: object) -> list[str]:
    return [line.sentence for line in search_log(context, caller, AuditSearch(**search))]  # type: ignore[arg-type]


def only(context: Context, **search: object) -> AuditLine:
    (line,) = search_log(context, OWNER, AuditSearch(**search))  # type: ignore[arg-type]
    return line


def test_every_line_has_who_where_when_what_and_by_which_clause(context: Context, clock: Clock) -> None:
    clock.now += timedelta(hours=1)
    execute(context, holder(Role.DIRECTOR), TOURNAMENTS, CUP, c.DeclareDefault("", 2, "did not come back"))
    line = only(context, kind="tournament.contender_left")
    assert (line.actor, line.device, line.time) == ("Sam", "device-7", NOON + timedelta(hours=1))
    assert line.reason == "did not come back"
    assert line.sentence == "Bo is defaulted: did not come back"
    assert line.clause == shipped_format("club").clause_of("absence.games_against_defaulter")


def test_the_newest_comes_first_and_pages_follow_each_other(context: Context) -> None:
    everything = search_log(context, OWNER, AuditSearch())
    positions = [line.position for line in everything]
    assert positions == sorted(positions, reverse=True)
    assert positions[-1] == 1
    paged: list[AuditLine] = []
    while page := search_log(
        context, OWNER, AuditSearch(before=paged[-1].position if paged else None, most=3)
    ):
        paged += page
    assert tuple(paged) == everything


def test_it_is_searched_by_actor_device_time_kind_reason_and_text(context: Context, clock: Clock) -> None:
    clock.now += timedelta(minutes=30)
    execute(context, holder(Role.DIRECTOR), TOURNAMENTS, CUP, c.HaltRound("", "A", "the lights went out"))
    clock.now += timedelta(minutes=30)
    execute(
        context, holder(Role.DIRECTOR, "device-8"), TOURNAMENTS, CUP, c.WithdrawRound("", "A", "fire alarm")
    )
    lights, alarm = "round 1 of A is halted: the lights went out", "round 1 of A is withdrawn: fire alarm"
    assert sentences(context, actor="sam") == [alarm, lights]
    assert sentences(context, device="device-8") == [alarm]
    assert sentences(context, reason="LIGHTS") == [lights]
    assert sentences(context, text="alarm withdrawn") == [alarm]
    assert sentences(context, text="taken lights") == []
    assert sentences(context, kind="tournament.round_withdrawn") == [alarm]
    assert sentences(context, since=NOON + timedelta(minutes=45)) == [alarm]
    from_, to = NOON + timedelta(minutes=15), NOON + timedelta(minutes=45)
    assert sentences(context, since=from_, until=to) == [lights]
    assert sentences(context, clause="no-such-clause") == []
    published = only(context, kind="tournament.round_published")
    assert published.sentence in sentences(context, clause=str(published.clause))


def test_a_table_is_told_with_its_clauses_and_without_its_racks(context: Context) -> None:
    opened = open_free_table(context, OWNER, "iowa", g.OpenTable(TableKind.VIRTUAL, ("Ann", "Bo")))
    stream = opened.stream
    position = draw_for_first_play(context, stream).position
    mover = position.to_move
    rack = position.racks[mover]
    assert not isinstance(rack, int)
    execute(context, OWNER, TABLES, stream, g.Exchange(mover, rack.tiles[:3]))
    execute(context, OWNER, TABLES, stream, g.Pause("Cora", "spilled coffee"))
    execute(context, OWNER, TABLES, stream, g.End("Cora", EndReason.AGREED, "the hall closes"))
    lines = search_log(context, OWNER, AuditSearch(stream=stream))
    name = ("Ann", "Bo")[mover]
    told = {line.kind: line for line in lines}
    assert told["game.tiles_exchanged"].sentence == f"{name} exchanges 3 tiles"
    assert told["game.tiles_exchanged"].clause == "iowa-7"
    assert told["game.clock_paused"].reason == "spilled coffee"
    assert told["game.table_opened"].sentence == "the table of Ann and Bo is opened under iowa"
    after_opening = [line.sentence for line in lines if line.kind != "game.first_tile_drawn"]
    assert not any("".join(rack.tiles) in sentence for sentence in after_opening)


def test_rulings_and_devices_and_the_program_itself_are_in_it(context: Context) -> None:
    assert context.judge is not None
    phone = Device("192.168.1.9", is_ours=False, caller=holder(Role.JUDGE))
    rule_play(context, context.judge, phone, "quotes qxz")
    made = context.devices.invite(OWNER, [Grant(Role.JUDGE, CUP)], name="Judith")
    context.devices.join(made.secret, Joining(address="192.168.1.20"))
    context.devices.revoke(OWNER, 1, "phone lost")
    assert sentences(context, kind="judge.") == ["the judge is asked about QUOTES QXZ: not good"]
    assert only(context, kind="judge.").actor == "Sam"
    assert sentences(context, kind="access.") == [
        "device 1 is revoked",
        "Judith joins with device 1 by invitation 1",
        "invitation 1 by a code for Judith: judge of tournament-1",
    ]
    assert only(context, kind="access.device_revoked").reason == "phone lost"
    assert sentences(context, kind="house.") == ["the program is started"]


def test_an_official_searches_its_own_tournament_with_its_tables(context: Context) -> None:
    begin_tournament(context, OWNER, c.OpenTournament("Cora", "Another", names=PublicNames.FULL))
    told = search_log(context, holder(Role.SCOREKEEPER), AuditSearch(stream=CUP))
    assert {line.stream.partition("/")[0] for line in told} == {CUP}
    assert any("/" in line.stream for line in told)
    for caller, stream, code in (
        (holder(Role.SCOREKEEPER), "tournament-2", "not-your-role"),
        (holder(Role.DIRECTOR), None, "not-your-role"),
        (holder(Role.PLAYER), CUP, "not-your-role"),
        (holder(Role.EMCEE), CUP, "not-your-role"),
        (NOBODY, CUP, "unknown-device"),
    ):
        with pytest.raises(WordwaiterError) as refused:
            search_log(context, caller, AuditSearch(stream=stream))
        assert refused.value.code == code


def test_what_an_official_may_not_know_is_not_in_its_log(context: Context) -> None:
    execute(context, OWNER, TOURNAMENTS, CUP, c.TakeMoney("Cora", Fund.DONATION, 12345, Method.CASH))
    assert sentences(context, kind="tournament.money")
    assert sentences(context, holder(Role.SCOREKEEPER), stream=CUP, kind="tournament.money") == []
    assert sentences(context, holder(Role.SCOREKEEPER), stream=CUP, kind="access.") == []


@pytest.mark.parametrize("most", [0, -1, 1001])
def test_no_more_is_asked_for_than_a_page_holds(context: Context, most: int) -> None:
    with pytest.raises(WordwaiterError) as refused:
        search_log(context, OWNER, AuditSearch(most=most))
    assert refused.value.code == "bad-number"


def test_a_page_far_beyond_the_end_is_the_newest(context: Context) -> None:
    everything = search_log(context, OWNER, AuditSearch())
    assert search_log(context, OWNER, AuditSearch(before=2**62)) == everything
    assert search_log(context, OWNER, AuditSearch(before=1)) == ()


def test_a_search_goes_back_over_many_pages(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = search_log(context, OWNER, AuditSearch())
    monkeypatch.setattr("wordwaiter.service.access.audit_log._PAGE", 2)
    assert search_log(context, OWNER, AuditSearch()) == everything

"""Rounds that an earlier version let begin although no table opens for them, and starts after errors."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import DORA, Computer, library_night, round_begun, serving
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.bee.best_boards import latest_best
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds import opening, recovery
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import divisions
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import RoundStage, Seating


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


@pytest.fixture
def of_an_earlier_version(context: Context, monkeypatch: pytest.MonkeyPatch) -> str:
    """A published round of two at a board, by rules in which each team builds its own; its stream."""
    with monkeypatch.context() as patched:
        patched.setattr(divisions, "_require_boards_of_one", lambda *_: None)
        division = c.OpenDivision("", "Open", shipped_format("club"), "bee-hare")
        day = tournaments.begin_tournament(context, DORA, c.OpenTournament("", "Bee"), [division]).stream
    for command in (
        c.Register("", "Open", (single(Profile("Ann")), single(Profile("Bo")))),
        c.CheckIn("", (1, 2)),
        c.AnnounceWords("", "Open", 1, "READ", without=tuple(AnnouncedKind)),
        c.PublishRound("", "Open", (Seating(1, (1, 2)),)),
    ):
        execute(context, DORA, TOURNAMENTS, day, command)
    return day


def test_a_board_of_several_teams_is_played_on_paper(context: Context, of_an_earlier_version: str) -> None:
    day = of_an_earlier_version
    state = execute(context, DORA, TOURNAMENTS, day, c.StartRound("", "Open")).state
    (running,) = state.rounds_of("Open")
    why = opening.why_not_opened(context, state, running, running.sittings[0])
    assert why is not None
    assert why.code == "board-of-one-team"
    catch_up(context)
    result = c.DecideResult("", "Open", 1, 1, (300, 250), "by hand")
    execute(context, DORA, TOURNAMENTS, day, result)
    after = execute(context, DORA, TOURNAMENTS, day, c.CloseRound("", "Open")).state
    assert after.rounds_of("Open")[0].stage is RoundStage.CLOSED
    assert latest_best(context, day, after, after.division("Open")) is None
    catch_up(context)


def test_a_start_goes_on_after_an_error_in_one_division(
    context: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise no event of the house could go on, because of one round of one of them."""
    first, other = library_night(context), library_night(context)
    for night in (first, other):
        round_begun(context, night)
    tried: list[str] = []

    def failing(_context: object, _caller: object, snapshot: Snapshot, _division: str) -> object:
        tried.append(snapshot.stream)
        raise ValueError("an error of the program")

    monkeypatch.setattr(recovery, "opening_tables", failing)
    catch_up(context)
    assert tried == [first, other]
    assert caplog.text.count("round 1 of Open could not be finished") == len(tried)

"""Rounds that were played: on its page each has results to be corrected, taken back or cancelled later on."""

import re

from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, begin_cup, join_as_owner, start_round
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Cancelled, Scored, Seating
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.web.http.app import create_app

ROUNDS = f"/director/{CUP}/rounds/1"
CORRECTION = {
    "do": "correct",
    "round": "1",
    "table": "1",
    "board": "1",
    "first": "410",
    "second": "400",
    "reason": "swapped",
}


def play_first_round(context: Context) -> None:
    """Bo has won the first round; the second one is published."""
    begin_cup(context)
    start_round(context)
    for command in (
        c.DecideResult("Cora", "A", 1, 1, (300, 400), "as signed"),
        c.CloseRound("Cora", "A"),
        c.PublishRound("Cora", "A", (Seating(1, (2, 1)),)),
    ):
        execute(context, OWNER, TOURNAMENTS, CUP, command)


def leader(context: Context) -> str:
    return standings(snapshot_of(context, CUP).tournament, "A").lines[0].name


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_correction_tells_of_a_round_that_was_paired_before_it(context: Context) -> None:
    play_first_round(context)
    with TestClient(create_app(context)) as client:
        client.headers.update({**bearer(join_as_owner(context)[0]), "Accept": "application/json"})
        answer = client.post(ROUNDS, data=CORRECTION)
        assert answer.status_code == 200
        assert "Round 2 was paired before this change. To pair it again" in answer.json()["said"]
        execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
        answer = client.post(ROUNDS, data=CORRECTION | {"first": "420"})
        assert "Round 2 was paired before this change and stays as it is" in answer.json()["said"]


def test_a_table_tells_of_a_result_that_its_director_has_settled_and_asks_for_nothing(
    context: Context,
) -> None:
    begin_cup(context)
    start_round(context)
    table = f"/tables/{CUP}/1/1/1.1"
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join_as_owner(context)[0]))
        assert 'value="draw"' in client.get(table).text
        execute(
            context, OWNER, TOURNAMENTS, CUP, c.DecideResult("Cora", "A", 1, 1, (300, 400), "they had to go")
        )
        shown = client.get(table).text
        assert "The director decided the result: Ann Leclerc 300, Bo Poe 400." in plain(shown)
        assert "Ann Leclerc 300 Bo Poe 400" in plain(shown)
        assert 'value="draw"' not in shown
        refused = client.post(table, data={"do": "draw", "seat": "0", "tile": "A"})
        assert refused.status_code == 409
        assert "tell the director if it is wrong" in refused.text
        execute(context, OWNER, TOURNAMENTS, CUP, c.CorrectResult("Cora", "A", 1, 1, (410, 400), "swapped"))
        assert "corrected the result: Ann Leclerc 410, Bo Poe 400." in plain(client.get(table).text)
        execute(context, OWNER, TOURNAMENTS, CUP, c.CancelGame("Cora", "A", 1, 1, "the wrong table"))
        assert "It does not count" in plain(client.get(table).text)


def test_an_earlier_round_is_corrected_on_its_own_page_while_the_next_one_runs(context: Context) -> None:
    play_first_round(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join_as_owner(context)[0]))
        latest = client.get(ROUNDS).text
        assert "A: round 2" in latest
        assert f'href="{ROUNDS}/1"' in latest
        first = client.get(f"{ROUNDS}/1").text
        assert "A: round 1" in first
        assert "300 – 400" in first
        assert f'href="{ROUNDS}/2"' in first
        # What is for the round that is played is not offered here.
        assert 'value="halt-round"' not in first
        assert 'value="halt-round"' in latest
        assert leader(context) == "Bo Poe"
        answer = client.post(f"{ROUNDS}/1", data=CORRECTION)
        assert answer.url.path == f"{ROUNDS}/1"
        # Where no script runs, the page itself says what was done, and what it means for the round after.
        (said,) = re.findall("<noscript>(.*?)</noscript>", answer.text)
        assert "Result corrected. Standings updated. Round 2 was paired before this change" in plain(said)
        assert "410 – 400" in answer.text
        assert leader(context) == "Ann Leclerc"
        log = plain(client.get(f"/director/{CUP}/log").text)
        assert "round 1" in log.lower()
        assert "swapped" in log


def test_the_latest_round_is_reopened_from_its_page_when_the_next_one_can_be_paired(context: Context) -> None:
    play_first_round(context)
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join_as_owner(context)[0]))
        # Who takes a round back on its own page finds the one that is to be paired there.
        taken_back = client.post(f"{ROUNDS}/2", data={"do": "withdraw-round", "reason": "later"})
        assert "Publish round 2" in taken_back.text
        client.post(f"{ROUNDS}/1", data={"do": "reopen-round", "reason": "a sheet came late"})
        assert snapshot_of(context, CUP).tournament.open_round("A") is not None


def test_standings_before_and_after_are_shown_before_a_result_is_no_more(context: Context) -> None:
    play_first_round(context)
    about = {"round": "1", "table": "1", "board": "1", "reason": "the wrong table"}
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join_as_owner(context)[0]))
        seen = client.post(f"{ROUNDS}/1", data=about | {"do": "look-cancel-game"}).text
        assert "the game will not count for anyone" in seen
        assert "Rank now" in seen
        assert 'value="the wrong table"' in seen
        assert isinstance(outcome(context), Scored)
        # In a round that is closed a result can be corrected or cancelled, and not taken back.
        assert "look-withdraw-result" not in seen
        refused = client.post(f"{ROUNDS}/1", data=about | {"do": "look-withdraw-result"})
        assert refused.status_code == 409
        assert "correct the result, or reopen the round" in refused.text
        done = client.post(f"{ROUNDS}/1", data=about | {"do": "cancel-game"}).text
        assert "Does not count" in done
        assert isinstance(outcome(context), Cancelled)
        assert "look-cancel-game" not in done

        for command in (c.WithdrawRound("Cora", "A", "x"), c.ReopenRound("Cora", "A", "x")):
            execute(context, OWNER, TOURNAMENTS, CUP, command)
        assert "look-withdraw-result" in client.get(ROUNDS).text
        client.post(ROUNDS, data=about | {"do": "withdraw-result"})
        assert outcome(context) is None


def outcome(context: Context) -> object:
    return snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome

"""The end of a Tortoise game: who signs the board off, and words of it that a peek had refused."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from aside import aside
from service.houses import DORA, round_begun
from web.forms_on_pages import Form, forms_in
from web.pages.bee.tortoises import (
    OWLS,
    begun,
    board_of,
    give,
    play_zed,
    round_1,
    signed_by_all,
)
from web.room import bearer, house_that_knows, join
from wordwaiter.errors import ConflictError
from wordwaiter.game import commands as g
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.table import EndReason, SigningOfficial
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, Settling, judge_queue, settle
from wordwaiter.service.judging.refused_words import ruled_refused, undo_refused
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.choices import Teams
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
WITH_A_MEMBER = "tally the points with the help of one team member"
NOT_TO_BE_USED = (
    "If the word a team seeks to verify is not in either dictionary, it may not be used on the board."
)
ON_AN_OPPONENTS_BOARD = (
    "A challenge occurs when a team believes a word on an opponent's board is not a word or that it may be "
    "spelled incorrectly."
)
CHANGES_HANDS = "the challenged team will lose the points of the illegal word."
UNTIMED = "All rounds in this division are untimed."
AT_MOST_TEN = "The maximum word length is 10 letters."
PEEK = 'Teams may purchase a "peek" at the dictionary to confirm a spelling.'
SIGNED = "data-lands>Everyone has signed."


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with house_that_knows(tmp_path, "READ", "REGULATIONS") as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    return begun(context)


def total(context: Context, bee: str) -> int:
    lines = standings(snapshot_of(context, bee).tournament, "Open").lines
    return next(line.values[0][0] for line in lines if line.name == "Owls")


@pytest.mark.clause("bee-teams", WITH_A_MEMBER)
def test_a_board_is_signed_off_by_a_member_chosen_from_the_list_and_by_the_word_waiter(
    context: Context, bee: str
) -> None:
    table = board_of(context, bee, 1)
    play_zed(context, table)
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee, table=int(table[-3])), name="Walt")[0])
    with TestClient(create_app(context)) as client:
        page = client.get(f"/tables/{table}", headers=walt).text
        assert "The scorekeeper (Word Waiter) and a member of the team check the result" in page
        assert "".join(f'<option value="{name}">{name}</option>' for name in OWLS.members) in page
        by_role, by_team = (
            dict(form.fields) for form in forms_in(page, "/") if ("do", "sign") in form.buttons
        )

        def sign(fields: dict[str, str], **typed: str) -> str:
            return str(
                client.post(f"/tables/{table}", data={**fields, "do": "sign", **typed}, headers=walt).text
            )

        assert "Choose the team member who checked the tally" in sign(by_team, member="", sending="1")
        assert "Eve is not a member of Owls; choose the member" in sign(by_team, member="Eve", sending="2")
        assert SIGNED not in sign(by_role)
        assert round_1(context, bee).sitting_of(1).outcome is None
        assert SIGNED in sign(by_team, member="Cy", sending="3")
    signed = [fact.body for fact in context.journal.facts(table) if fact.kind == "game.result_signed"]
    assert [(body["signer"], body["member"], body["by"]) for body in signed] == [
        (SigningOfficial.SCOREKEEPER.value, "", "Walt"),
        (0, "Cy", "Walt"),
    ]
    # READ 5 × 2, ZED 25 and its bonus 100, less racks of 5, 7, 7 and 7.
    assert total(context, bee) == 10 + 25 + 100 - 26


@pytest.mark.clause("bee-dictionary", NOT_TO_BE_USED)
@pytest.mark.clause("bee-sponsor")
def test_a_word_that_a_peek_refused_is_flagged_and_loses_its_points_and_its_bonus(
    context: Context, bee: str
) -> None:
    give(context, bee, c.BuyPeek("Walt", 1, "zed"), c.AnswerPeek("Judith", 1, good=False))
    table = board_of(context, bee, 1)
    play_zed(context, table)
    for signer in (0, SigningOfficial.SCOREKEEPER):
        execute(context, DORA, TABLES, table, g.Sign(signer, member="Ann"))
    before = total(context, bee)
    (flagged,) = (each for each in judge_queue(context, DORA) if each.matter is Matter.REFUSED)
    assert flagged.refused is not None
    assert (flagged.who, flagged.note, flagged.refused.points) == ("Owls", "I7 ZED", 25 + 100)
    aside(settle(context, DORA, Settling(flagged.id, "strike", "", None)))
    assert total(context, bee) == before - 125
    (ruled,) = ruled_refused(context, DORA)
    undo_refused(context, DORA, ruled.id, "a slip")
    assert total(context, bee) == before


@pytest.mark.clause("bee-11", AT_MOST_TEN)
def test_a_word_of_eleven_letters_is_not_good_for_a_tortoise_team_either(context: Context, bee: str) -> None:
    give(context, bee, c.BuyPeek("Walt", 1, "regulations"))
    (waiting,) = judge_queue(context, DORA)
    assert waiting.says is not None
    assert not waiting.says.good
    assert "bee-11" in waiting.says.grounds[0]


@pytest.mark.clause("bee-teams", WITH_A_MEMBER)
def test_a_team_without_listed_members_is_told_what_to_do(context: Context) -> None:
    shipped = shipped_format("bee-hare")
    loose = replace(shipped, entry=replace(shipped.entry, kind=Teams(0, 6)))
    opening = c.OpenTournament("", "Bee")
    bee = begin_tournament(context, DORA, opening, [c.OpenDivision("", "Open", loose)]).stream
    give(context, bee, c.Register("", "Open", (single(Profile("Owls")),)), c.CheckIn("", (1,)))
    give(context, bee, c.AnnounceWords("", "Open", 1, "read", without=tuple(AnnouncedKind)))
    round_begun(context, bee)
    give(context, bee, c.CallRoundTime("", "Open"))
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee), name="Walt")[0])
    with TestClient(create_app(context)) as client:
        page = client.get(f"/hare/{bee}/1/1/1.1", headers=walt).text
    assert "This team has no listed members. The director adds them on the page of entrants" in page
    assert 'value="submit"' not in page


@pytest.mark.clause("bee-challenge", ON_AN_OPPONENTS_BOARD)
@pytest.mark.clause("bee-tortoise-7-8", UNTIMED)
def test_a_team_challenges_when_all_games_are_over_and_nobody_has_called_time(
    context: Context, bee: str
) -> None:
    owls, jays = (board_of(context, bee, team) for team in (1, 2))
    fay = bearer(join(context, Grant(Role.PLAYER, bee, entrant=2), name="Fay")[0])
    judith = bearer(join(context, Grant(Role.JUDGE, bee), name="Judith")[0])
    dora = bearer(join(context, Grant(Role.DIRECTOR, bee), name="Dora")[0])
    play_zed(context, owls)
    signed_by_all(context, owls, "Ann")
    execute(context, DORA, TABLES, jays, g.End("Dora", EndReason.NO_PLAY, "all possible plays made"))
    with TestClient(create_app(context)) as client:

        def page(path: str, who: dict[str, str]) -> str:
            return str(client.get(path, headers=who).text)

        # One game is not signed yet, so the boards may still change.
        assert challenging(page(f"/me/{bee}", fay)) is None
        for seat, tiles in enumerate(("AEIOURT", "AEIOURT", "AEINRST", "LLNNRST")):
            execute(context, DORA, TABLES, jays, g.DeclareRack(seat, tuple(tiles)))
        signed_by_all(context, jays, "Eve")
        form = challenging(page(f"/me/{bee}", fay))
        assert form is not None
        sent = dict(form.fields) | {"member": "Flo", "challenged": "1", "place": "I7", "word": "zed"}
        client.post(f"/me/{bee}", data=sent, headers=fay)
        (asked,) = (
            each for each in forms_in(page("/judges", judith), "/") if ("answer", "bad") in each.buttons
        )
        before = total(context, bee)
        client.post("/judges", data={**dict(asked.fields), "answer": "bad"}, headers=judith)
        # ZED counts 25 points and was a sponsor's name, but an illegal word earns no bonus.
        assert total(context, bee) == before - 25 - 100 == -16
        # Everybody reads −16: the page of the round and standings, and the table's own page.
        read = page(f"/tables/{owls}", dora)
        assert '<span class="score">−16</span>' in read
        assert "35 − 26 + 100 − 125 =" in read
        assert re.search(r"<h2[^>]*>[^<]*[−-]16\b", read)
        # READ 10, ZED 25 and its bonus 100, less racks of 26: 109. That is what the director corrects.
        seen = page(f"/director/{bee}/rounds/1", dora)
        assert "On the board: 109. The rest are rulings." in seen
        assert re.search(r'name="first"[^>]* value="109"', seen)
        give(context, bee, c.CloseRound("", "Open"))
        assert challenging(page(f"/me/{bee}", fay)) is None


def challenging(page: str) -> Form | None:
    """The form by which a team challenges, if the page has it."""
    return next((form for form in forms_in(page, "/") if "challenged" in dict(form.fields)), None)


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_board_does_not_change_under_a_ruling(context: Context, bee: str) -> None:
    owls = board_of(context, bee, 1)
    play_zed(context, owls)
    give(context, bee, c.CallRoundTime("", "Open"))
    target = PlacedWord("ZED", *parse_start("I7"))
    give(context, bee, c.ChallengeBoardWord("Eve", 1, 2, 1, target))
    signed_by_all(context, owls, "Ann")
    give(context, bee, c.RuleBoardWord("Judith", 1, 2, good=False))
    sitting = round_1(context, bee).sitting_of(1)
    withdrawn = c.WithdrawResult("", "Open", 1, sitting.table, "a turn was misread")
    with pytest.raises(ConflictError, match="ruled on I7 ZED of this board; undo that first"):
        give(context, bee, withdrawn)
    give(context, bee, c.UndoBoardRuling("Judith", 1, 2, "the board was misread"), withdrawn)


@pytest.mark.clause("bee-peek", PEEK)
@pytest.mark.clause("bee-11", AT_MOST_TEN)
@pytest.mark.clause("bee-8-9")
def test_the_word_waiter_of_a_tortoise_table_buys_peeks_and_reads_the_answers(
    context: Context, bee: str
) -> None:
    table, other = (board_of(context, bee, team) for team in (1, 2))
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee, table=int(table[-3])), name="Walt")[0])
    judith = bearer(join(context, Grant(Role.JUDGE, bee), name="Judith")[0])
    ann = bearer(join(context, Grant(Role.PLAYER, bee, entrant=1), name="Ann")[0])
    with TestClient(create_app(context)) as client:

        def page(path: str, who: dict[str, str]) -> str:
            return str(client.get(path, headers=who).text)

        def peek_form(table: str, who: dict[str, str]) -> Form | None:
            forms = forms_in(page(f"/tables/{table}", who), "/")
            return next((form for form in forms if ("do", "peek") in form.buttons), None)

        for answer, word in (("good", "Zed"), ("bad", "regulations")):
            form = peek_form(table, walt)
            assert form is not None
            sent = client.post(
                form.action, data={**dict(form.fields), "word": word, "do": "peek"}, headers=walt
            )
            assert f"<b>{word.upper()}</b> waiting for the judge" in sent.text
            (asked,) = (
                each for each in forms_in(page("/judges", judith), "/") if ("answer", "good") in each.buttons
            )
            grounds = {"good": "Good (sponsor)", "bad": "bee-11"}[answer]
            assert grounds in page("/judges", judith)
            client.post("/judges", data={**dict(asked.fields), "answer": answer}, headers=judith)
        read = page(f"/tables/{table}", walt)
        assert "<b>ZED</b> ✓ good" in read
        assert "<b>REGULATIONS</b> ✗ not good" in read
        # A judge sees the answers, but sells nothing; a player and another's Word Waiter see neither.
        assert "<b>ZED</b> ✓ good" in page(f"/tables/{table}", judith)
        assert peek_form(table, judith) is None
        judge = context.devices.caller_of(judith["Authorization"].removeprefix("Bearer "))
        peeks = scene_at(context, judge, table).peeks
        assert peeks is not None
        assert peeks.cents is None
        assert "<b>ZED</b>" not in page(f"/tables/{table}", ann)
        assert peek_form(table, ann) is peek_form(other, walt) is None
    ledger = snapshot_of(context, bee).tournament.ledger
    assert [(line.payment.fund, line.payment.cents, line.payment.team) for line in ledger] == [
        (Fund.PEEK, 100, 1),
        (Fund.PEEK, 100, 1),
    ]


@pytest.mark.clause("bee-tortoise-7-8", UNTIMED)
def test_a_tortoise_table_offers_what_can_be_used_there_and_counts_its_bag_at_once(
    context: Context, bee: str
) -> None:
    table = board_of(context, bee, 1)
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee, table=int(table[-3])), name="Walt")[0])
    with TestClient(create_app(context)) as client:

        def page() -> str:
            return str(client.get(f"/tables/{table}", headers=walt).text)

        offered = {value for form in forms_in(page(), "/") for name, value in form.buttons if name == "do"}
        assert offered.isdisjoint({"points", "pause"})
        # READ's 4 and four racks of 7 are not in the bag; Z and D are drawn for at once.
        assert "68" in bag_line(page())
        board = context.states.of(table).state.position.board
        execute(context, DORA, TABLES, table, g.Play(0, parse_play("I7 ZED", board)))
        assert "66" in bag_line(page())


def bag_line(page: str) -> str:
    """The line that says how many tiles are in the bag."""
    (line,) = re.findall(r'id="unseen"[^>]*>\s*<summary>([^<]*)', page)
    return str(line)


@pytest.mark.clause("bee-tortoise-7-8", UNTIMED)
def test_the_emcee_reads_that_tortoise_games_are_not_timed(context: Context, bee: str) -> None:
    emcee = bearer(join(context, Grant(Role.EMCEE, bee), name="Emmy")[0])
    with TestClient(create_app(context)) as client:
        read = client.get(f"/emcee/{bee}", headers=emcee).text
    assert "These games are not timed" in read
    assert "The clock is still running" not in read

"""What a team is offered to challenge, and where a challenged word and its points come from."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from aside import aside
from service.houses import DORA, Computer, entered, holder, round_begun, serving
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.table import EndReason
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import parse_square
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.service.bee.board_challenges import (
    ChallengeRequest,
    challenge_board_word,
    challenge_offer,
)
from wordwaiter.service.bee.word_waiter import hare_scene
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.board_words import BoardKnown, ruled_words, undo_ruling
from wordwaiter.service.judging.queue import Settling, judge_queue, settle
from wordwaiter.service.rounds.player_view import own_day
from wordwaiter.service.rounds.round_tables import boards_of
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.standings.standings import standings

TEAMS = [
    Profile(name, members=tuple(f"{name} {n}" for n in range(1, 5))) for name in ("Jays", "Owls", "Wrens")
]


def test_a_team_is_offered_the_boards_of_the_others_when_the_round_has_ended(tmp_path: Path) -> None:
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = entered(context, "Bee", "bee-hare", *TEAMS)
        tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest("Open", "Dora"))
        execute(
            context,
            DORA,
            TOURNAMENTS,
            bee,
            c.AnnounceWords("", "Open", 1, "LITERACY", without=tuple(AnnouncedKind)),
        )
        execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
        jays = holder("Ann", Role.PLAYER, bee, entrant=1)
        day = own_day(context, jays, bee)
        assert challenge_offer(context, day, day.seats[0]) is None
        execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", "Open"))
        day = own_day(context, jays, bee)
        offer = challenge_offer(context, day, day.seats[0])
        assert offer is not None
        assert sorted(team.name for team in offer.others) == ["Owls", "Wrens"]
        assert offer.members == TEAMS[0].members
        execute(context, DORA, TOURNAMENTS, bee, c.Withdraw("", 2, "the last bus"))
        day = own_day(context, jays, bee)
        offer = challenge_offer(context, day, day.seats[0])
        assert offer is not None
        assert [team.name for team in offer.others] == ["Wrens"], "who left has no board"
        owls = own_day(context, holder("Bo", Role.PLAYER, bee, entrant=2), bee)
        assert all(challenge_offer(context, owls, seat) is None for seat in owls.seats)


CHANGES_HANDS = (
    "the challenging team will get to add the word point total to their score while the challenged team "
    "will lose the points of the illegal word."
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


def challenge(context: Context, bee: str, place: str, word: str) -> None:
    """The Foxes, entrant 2, challenge a word of the Owls, entrant 1."""
    wish = ChallengeRequest(2, 1, "Ann", place, word)
    challenge_board_word(context, DORA, bee, wish)


def totals(context: Context, bee: str, division: str) -> dict[str, int]:
    lines = standings(snapshot_of(context, bee).tournament, division).lines
    return {line.name: line.values[0][0] for line in lines}


def rule(context: Context, answer: str, *, note: str = "", points: int | None = None) -> None:
    (waiting,) = judge_queue(context, DORA)
    aside(settle(context, DORA, Settling(waiting.id, answer, note, points)))


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_hare_word_and_its_points_come_from_the_board(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    owls = bees.boards(house, bee)["Owls"]
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    # READ from the star: R 1, E 1, A 1, D 2 = 5, doubled 10. ZED down through its E at 8I: Z 10 × 2 at I7,
    # E 1, D 2 × 2 at I9: 25.
    bees.paint(house, owls, "I7 ZED")
    challenge(house, bee, "I7", "zed")
    (waiting,) = judge_queue(house, DORA)
    assert waiting.on_board is not None
    assert waiting.on_board.known is BoardKnown.AWAITED
    bees.hand_in_all(house, bee)
    before = totals(house, bee, bees.HARE)
    (waiting,) = judge_queue(house, DORA)
    assert waiting.on_board is not None
    seen = waiting.on_board
    assert (seen.known, seen.place, seen.points) == (BoardKnown.HERE, "I7", 25)
    assert (str(seen.made.challenger), str(seen.made.challenged)) == ("Foxes", "Owls")
    rule(house, "bad")
    after = totals(house, bee, bees.HARE)
    assert (after["Owls"] - before["Owls"], after["Foxes"] - before["Foxes"]) == (-25, 25)
    (ruled,) = ruled_words(house, DORA)
    assert undo_ruling(house, DORA, ruled.id, "the wrong key") == "ZED"
    assert totals(house, bee, bees.HARE) == before
    with pytest.raises(MalformedError):
        undo_ruling(house, DORA, "nothing", "the wrong key")


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
@pytest.mark.clause("bee-surprise")
def test_an_illegal_word_earns_no_bonus_and_the_challenger_gains_its_points_alone(house: Context) -> None:
    bee = bees.evening(house)
    announced = c.AnnounceWords("", bees.HARE, 1, "read", "zed", without=tuple(AnnouncedKind))
    execute(house, DORA, TOURNAMENTS, bee, announced)
    tournaments.publish_next_round(house, DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))
    execute(house, DORA, TOURNAMENTS, bee, c.StartRound("", bees.HARE, draw_tiles=True))
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    owls = bees.boards(house, bee)["Owls"]
    bees.paint(house, owls, "I7 ZED")
    bees.hand_in_all(house, bee)
    before = totals(house, bee, bees.HARE)
    challenge(house, bee, "I7", "zed")
    rule(house, "bad")
    # ZED counts 25 as above, and the surprise word 50.
    after = totals(house, bee, bees.HARE)
    assert (after["Owls"] - before["Owls"], after["Foxes"] - before["Foxes"]) == (-25 - 50, 25)
    lines = hare_scene(house, DORA, owls).score.explain()
    assert lines[-3:-1] == (
        "I7 ZED was ruled not good, challenged by Foxes: -25",
        "I7 ZED was ruled not good, and earns no bonus: -50",
    )
    (ruled,) = ruled_words(house, DORA)
    undo_ruling(house, DORA, ruled.id, "the wrong key")
    assert totals(house, bee, bees.HARE) == before
    rule(house, "good")
    execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    assert ruled_words(house, DORA) == (), "nobody is offered what is refused"


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_word_that_is_challenged_stays_on_its_board_until_the_judges_have_ruled(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    owls = bees.boards(house, bee)["Owls"]
    with_read_alone = bees.built(house, owls).board
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(house, owls, "I7 ZED")
    with_zed = bees.built(house, owls).board
    with_zeds = with_zed.with_tiles(parse_play("I7 ZEDS", with_zed).laid)
    challenge(house, bee, "I7", "zed")
    table = int(owls.rpartition("/")[2].partition(".")[0])
    walt = holder("Walt", Role.TABLE_SCOREKEEPER, bee, table=table)
    for without_zed in (with_read_alone, with_zeds):
        with pytest.raises(ConflictError) as refused:
            execute(house, walt, BOARDS, owls, h.PaintBoard("Walt", without_zed))
        assert refused.value.code == "word-awaits-ruling"
        assert refused.value.sentence == (
            "ZED is challenged: leave it until the judges have ruled; if it was entered by mistake, tell them"
        )
    lifted = h.ChangeSquares("Walt", Placement(()), (parse_square("I7"),))
    with pytest.raises(ConflictError, match="ZED is challenged"):
        execute(house, walt, BOARDS, owls, lifted)
    # The rest of the board is still to be entered.
    longer = with_zed.with_tiles(parse_play("8H READER", with_zed).laid)
    execute(house, walt, BOARDS, owls, h.PaintBoard("Walt", longer))
    judge = holder("Judith", Role.JUDGE, bee)
    execute(house, judge, BOARDS, owls, h.PaintBoard("Judith", with_read_alone))
    execute(house, judge, BOARDS, owls, h.PaintBoard("Judith", with_zed))
    execute(house, DORA, TOURNAMENTS, bee, c.VoidBoardChallenge("", 1, 2, "ZED was ZEE"))
    execute(house, walt, BOARDS, owls, h.PaintBoard("Walt", with_read_alone))


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_board_is_entered_again_only_when_the_rulings_on_its_words_are_undone(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    owls = bees.boards(house, bee)["Owls"]
    with_read_alone = bees.built(house, owls).board
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(house, owls, "I7 ZED")
    bees.hand_in_all(house, bee)
    before = totals(house, bee, bees.HARE)
    challenge(house, bee, "I7", "zed")
    rule(house, "bad")
    again = h.ReopenBoard("Judith", "ZED was ZEE")
    with pytest.raises(ConflictError, match="ruled on I7 ZED of this board; undo that first"):
        execute(house, DORA, BOARDS, owls, again)
    with pytest.raises(ConflictError, match="undo that first"):
        execute(house, DORA, TOURNAMENTS, bee, c.CancelGame("", bees.HARE, 1, 1, "misread"))
    (ruled,) = ruled_words(house, DORA)
    undo_ruling(house, DORA, ruled.id, "ZED was ZEE")
    execute(house, DORA, BOARDS, owls, again)
    # The board comes in without ZED: the challenge is void, and nobody has its points.
    execute(house, DORA, BOARDS, owls, h.PaintBoard("Walt", with_read_alone))
    execute(house, DORA, BOARDS, owls, h.SubmitBoard("", "Ann"))
    rule(house, "bad")
    assert totals(house, bee, bees.HARE)["Foxes"] == before["Foxes"]
    (ruled,) = ruled_words(house, DORA)
    assert ruled.on_board.made.void == "I7 ZED is not on the board of Owls"


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_word_that_the_board_does_not_have_is_refused_or_void(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    challenge(house, bee, "I7", "zed")
    bees.hand_in_all(house, bee)
    before = totals(house, bee, bees.HARE)
    (waiting,) = judge_queue(house, DORA)
    assert waiting.on_board is not None
    assert waiting.on_board.known is BoardKnown.ABSENT
    rule(house, "bad")
    assert totals(house, bee, bees.HARE) == before
    (ruled,) = ruled_words(house, DORA)
    assert ruled.on_board.made.void == "I7 ZED is not on the board of Owls"
    with pytest.raises(IllegalError) as refused:
        challenge(house, bee, "I7", "zed")
    assert refused.value.code == "no-such-word"


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
@pytest.mark.clause("bee-tortoise-9")
def test_a_tortoise_word_counts_what_its_turn_scored(house: Context) -> None:
    bee = entered(house, "Bee", "bee-tortoise", *TEAMS[:2])
    execute(
        house, DORA, TOURNAMENTS, bee, c.AnnounceWords("", "Open", 1, "read", without=tuple(AnnouncedKind))
    )
    round_begun(house, bee)
    execute(house, DORA, TABLES, f"{bee}/1/1/1.1", g.Play(0, on_table(house, bee, "I7 ZED")))
    for seat in (1, 2, 3):
        execute(house, DORA, TABLES, f"{bee}/1/1/1.1", g.Pass(seat))
    # READ becomes READER: 5 and E 1 and R 1 × 2 at 8L, without the star, which was counted before: 8.
    execute(house, DORA, TABLES, f"{bee}/1/1/1.1", g.Play(0, on_table(house, bee, "8H READER")))
    ask = boards_of(house, bee, snapshot_of(house, bee).tournament)
    assert ask(Place("Open", 1, 1)) is None, "they play on"
    execute(
        house, DORA, TABLES, f"{bee}/1/1/1.1", g.End("Dora", EndReason.NO_PLAY, "all possible plays made")
    )
    seen = boards_of(house, bee, snapshot_of(house, bee).tournament)(Place("Open", 1, 1))
    assert seen is not None
    assert {str(each): each.points for each in seen.words} == {"I7 ZED": 25, "8H READER": 8}


def on_table(context: Context, bee: str, play: str) -> Placement:
    return parse_play(play, context.states.of(f"{bee}/1/1/1.1").state.position.board)

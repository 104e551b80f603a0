"""Sponsors' names and long words, as judges are told of them: in peeks, challenges and at the station."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from service.houses import DORA
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.bee.board_challenges import ChallengeRequest, challenge_board_word
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.judge_access import Device
from wordwaiter.service.judging.kiosk import station_judge
from wordwaiter.service.judging.queue import ListSays, judge_queue
from wordwaiter.service.judging.rulings import rule_play
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.web.api.judge import answer_of

NAMES = "Proper names are not allowed with the exception of event sponsors."
SHORT = "Abbreviations are not allowed with the exception of event sponsor abbreviations."
AT_MOST_TEN = "The maximum word length is 10 letters."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["READ", "REGULATIONS"]),))
    with Context.open(tmp_path / "house.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def bee(house: Context) -> str:
    """Sponsors are ROTARY, ACME and B&B; only ACME is announced in round 1, which runs."""
    bee = bees.evening(house)
    execute(house, DORA, TOURNAMENTS, bee, c.ListSponsors("", ("Rotary", "Acme", "B&B", " rotary ", "")))
    execute(house, DORA, TOURNAMENTS, bee, c.AnnounceWords("", bees.HARE, 1, "READ", "SNAIL", ("Acme",)))
    tournaments.publish_next_round(house, DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))
    execute(house, DORA, TOURNAMENTS, bee, c.StartRound("", bees.HARE))
    return bee


def says(context: Context) -> ListSays:
    *_, waiting = judge_queue(context, DORA)
    assert waiting.says is not None
    return waiting.says


def test_sponsors_are_listed_once_for_the_event(house: Context, bee: str) -> None:
    assert snapshot_of(house, bee).tournament.all_sponsors == ("ROTARY", "ACME", "B&B")


@pytest.mark.clause("bee-8-9", NAMES)
@pytest.mark.clause("bee-8-9", SHORT)
@pytest.mark.parametrize("word", ["rotary", "ACME"])
def test_a_peek_at_a_sponsor_is_good_whether_it_is_announced_or_not(
    house: Context, bee: str, word: str
) -> None:
    execute(house, DORA, TOURNAMENTS, bee, c.BuyPeek("", 1, word))
    assert (says(house).good, says(house).sponsors) == (True, (word.upper(),))
    ruling = rule_play(house, station_judge(house, DORA), Device("here", is_ours=True, caller=DORA), word)
    assert ruling.good
    assert [each.sponsor for each in ruling.words] == [True]


def test_of_a_play_that_is_not_good_nobody_is_told_which_of_its_words_is_a_sponsor(
    house: Context, bee: str
) -> None:
    assert bee
    device = Device("here", is_ours=True, caller=DORA)
    good, bad = (
        rule_play(house, station_judge(house, DORA), device, text) for text in ("rotary", "rotary qxz")
    )
    assert (good.good, answer_of(good).sponsors) == (True, ["ROTARY"])
    assert (bad.good, answer_of(bad).sponsors) == (False, [])


@pytest.mark.clause("bee-8-9", NAMES)
def test_a_challenge_of_a_sponsor_is_answered_good_and_an_altered_one_is_not(
    house: Context, bee: str
) -> None:
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "H8", "rotary"))
    assert (says(house).good, says(house).sponsors) == (True, ("ROTARY",))
    challenge_board_word(house, DORA, bee, ChallengeRequest(1, 2, "Ann", "H8", "rotarys"))
    assert not says(house).good


@pytest.mark.clause("bee-11", AT_MOST_TEN)
def test_a_word_of_eleven_letters_is_not_good_in_peeks_challenges_and_at_the_station(
    house: Context, bee: str
) -> None:
    execute(house, DORA, TOURNAMENTS, bee, c.BuyPeek("", 1, "regulations"))
    assert not says(house).good
    assert "bee-11" in says(house).grounds[0]
    ruling = rule_play(
        house, station_judge(house, DORA), Device("here", is_ours=True, caller=DORA), "regulations"
    )
    assert not ruling.good

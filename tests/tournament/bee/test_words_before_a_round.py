"""The words of a Bee round: each is announced before it begins, or the emcee confirms that there is none."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.log import log_of
from wordwaiter.tournament.next_step import Step, next_step
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.undoing import undo_command

STARTING = "All teams will begin Round 1 with a starting word announced by the committee."
SURPRISE = "A surprise bonus word will be announced at the beginning of each round."
SPONSORS = "Select sponsor names/abbreviations will be announced at the beginning of each round."

_, NO_SURPRISE, NO_SPONSORS = AnnouncedKind


def published(name: str = "bee-hare") -> Desk:
    """Round 1 of two teams is published, and nobody has announced a word."""
    desk = Desk()
    desk.open("Open", name)
    desk.enter("Open", [team("Owls"), team("Jays")])
    publish(desk)
    return desk


def publish(desk: Desk) -> None:
    desk.do(propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command)


def announce(
    desk: Desk,
    number: int,
    starting: str | None = None,
    surprise: str | None = None,
    *sponsors: str,
    without: tuple[AnnouncedKind, ...] = (),
) -> None:
    desk.do(c.ListSponsors("Emmy", (*desk.tournament.all_sponsors, *sponsors)))
    desk.do(c.AnnounceWords("Emmy", "Open", number, starting, surprise, sponsors, without))


def start(desk: Desk) -> None:
    desk.do(c.StartRound(DIRECTOR, "Open"))


def missing(desk: Desk) -> list[str]:
    """What the refusal to start the round names as missing."""
    refusal = desk.refused(c.StartRound(DIRECTOR, "Open"), "words-missing")
    listed = refusal.facts["missing"]
    assert isinstance(listed, list)
    return listed


def play_round_one(desk: Desk) -> None:
    announce(desk, 1, "READ", "TURTLE", "ROTARY")
    play(desk)


def play(desk: Desk) -> None:
    start(desk)
    for table, name in enumerate(("Owls", "Jays"), start=1):
        desk.sheet("Open", table, (500,), [name])
    desk.do(c.CloseRound(DIRECTOR, "Open"))


@pytest.mark.clause("bee-5", STARTING)
@pytest.mark.parametrize("name", ["bee-hare", "bee-tortoise"])
def test_nobody_can_do_without_the_starting_word_of_round_one(name: str) -> None:
    desk = published(name)
    announce(desk, 1, None, "TURTLE", "ROTARY", without=tuple(AnnouncedKind))
    desk.refused(c.StartRound(DIRECTOR, "Open"), "no-starting-word", "bee-5")
    announce(desk, 1, "GLOW", "TURTLE", "ROTARY")
    start(desk)


@pytest.mark.clause("bee-surprise", SURPRISE)
@pytest.mark.clause("bee-sponsor", SPONSORS)
@pytest.mark.parametrize("name", ["bee-hare", "bee-tortoise"])
def test_a_round_waits_for_its_surprise_word_and_sponsors(name: str) -> None:
    desk = published(name)
    announce(desk, 1, "READ")
    assert missing(desk) == ["surprise-word", "sponsors"]
    desk.refused(c.StartRound(DIRECTOR, "Open"), "words-missing", "bee-surprise")
    announce(desk, 1, "READ", "TURTLE")
    assert missing(desk) == ["sponsors"]
    desk.refused(c.StartRound(DIRECTOR, "Open"), "words-missing", "bee-sponsor")
    announce(desk, 1, "READ", "TURTLE", "ROTARY")
    start(desk)


@pytest.mark.clause("bee-surprise", SURPRISE)
@pytest.mark.clause("bee-sponsor", SPONSORS)
def test_the_emcee_confirms_each_that_there_is_none_of() -> None:
    desk = published()
    announce(desk, 1, "READ", without=(NO_SURPRISE,))
    assert missing(desk) == ["sponsors"]
    announce(desk, 1, "READ", without=(NO_SPONSORS,))
    assert missing(desk) == ["surprise-word"]
    announce(desk, 1, "READ", without=(NO_SURPRISE, NO_SPONSORS))
    *_, line = log_of(desk.facts)
    assert line.sentence == "Open, round 1: starting word READ, no surprise word, no sponsors"
    start(desk)
    desk.check_told_again()


@pytest.mark.clause("bee-5", STARTING)
@pytest.mark.clause("bee-surprise", SURPRISE)
def test_later_rounds_are_asked_for_a_surprise_word_and_sponsors_alone() -> None:
    desk = published()
    play_round_one(desk)
    publish(desk)
    assert missing(desk) == ["surprise-word", "sponsors"]
    announce(desk, 2, None, "SNAIL", "ROTARY")
    start(desk)


def test_what_was_confirmed_is_confirmed_for_one_round() -> None:
    desk = published()
    announce(desk, 1, "READ", without=(NO_SURPRISE, NO_SPONSORS))
    play(desk)
    publish(desk)
    assert missing(desk) == ["surprise-word", "sponsors"]


def test_a_word_that_is_announced_is_not_confirmed_as_absent() -> None:
    desk = published()
    announce(desk, 1, "READ", "TURTLE", without=tuple(AnnouncedKind))
    assert desk.tournament.words_without["Open", 1] == (NO_SPONSORS,)
    # The surprise word is taken back, and nobody has said that there is none.
    announce(desk, 1, "READ", without=(NO_SPONSORS,))
    assert missing(desk) == ["surprise-word"]


@pytest.mark.clause("bee-tortoise-7-8")
@pytest.mark.clause("bee-surprise", SURPRISE)
def test_a_tortoise_round_for_fun_waits_for_its_words_too() -> None:
    desk = published("bee-tortoise")
    play_round_one(desk)
    publish(desk)
    assert missing(desk) == ["starting-word", "surprise-word", "sponsors"]
    announce(desk, 2, "READ", without=(NO_SURPRISE, NO_SPONSORS))
    start(desk)


@pytest.mark.clause("bee-tortoise-7-8")
def test_a_tortoise_round_for_fun_does_without_words_when_the_emcee_confirms_it() -> None:
    desk = published("bee-tortoise")
    play_round_one(desk)
    publish(desk)
    announce(desk, 2, without=(NO_SURPRISE, NO_SPONSORS))
    assert missing(desk) == ["starting-word"]
    announce(desk, 2, without=tuple(AnnouncedKind))
    start(desk)


def test_the_next_step_is_to_announce_until_nothing_is_missing() -> None:
    desk = published()

    def advised() -> Step:
        found = next_step(desk.tournament, desk.now_ms)
        assert found is not None
        return found.step

    assert advised() is Step.ANNOUNCE_WORDS
    announce(desk, 1, "READ", "TURTLE")
    assert advised() is Step.ANNOUNCE_WORDS
    announce(desk, 1, "READ", "TURTLE", without=(NO_SPONSORS,))
    assert advised() is Step.START_ROUND


def test_what_the_emcee_confirmed_can_be_undone() -> None:
    desk = published()
    announce(desk, 1, "READ", "TURTLE", without=(NO_SPONSORS,))
    announce(desk, 1, "READ", "TURTLE", "ROTARY")
    desk.do(undo_command(desk.facts, DIRECTOR, "a slip"))
    assert desk.tournament.announcement("Open", 1).sponsors == ()
    start(desk)


def test_an_event_of_another_document_is_asked_for_no_words() -> None:
    desk = Desk()
    desk.open("Open", "club")
    desk.players("Open", "Ann", "Bob")
    publish(desk)
    start(desk)

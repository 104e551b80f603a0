"""Ruling on a play: admitted, judged, written down, and only then answered."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lacking import full_disk
from wordwaiter.errors import IllegalError, MalformedError, MalformedFileError, UnavailableError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.context import Context
from wordwaiter.service.execute import executing
from wordwaiter.service.judging.judge_access import Device, Room
from wordwaiter.service.judging.rulings import (
    LONGEST_QUESTION,
    RULINGS,
    STREAM,
    PlayRuled,
    RuledWord,
    RulePlay,
    ground_sentence,
    read_rulings,
    rule_play,
    rulings_in,
)
from wordwaiter.service.steps import Lookup, Steps
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
OURS = Device("127.0.0.1", is_ours=True)
PHONE = Device("192.168.1.20", is_ours=False)
WORDS = Lexicon.of_words("house", ["QUOTES", "FAVORS", "BOND"])
SPONSORS = Lexicon.of_words("sponsors", ["ACME"])
JUDGE = Judge((WORDS, SPONSORS), longest=8)


class SteadyClock:
    """A clock that goes on by a minute whenever it is asked."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@dataclass(frozen=True)
class ClosedDoor:
    """The door while a round runs, for everybody who is not a judge."""

    def admits(self, _device: Device, _room: Room, /) -> bool:
        return False


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        context = Context.at_desk(journal)
        context.clock = SteadyClock()
        yield context


def test_a_ruling_is_in_the_log_with_time_words_grounds_and_lists(context: Context) -> None:
    given = rule_play(context, JUDGE, PHONE, "quotes qxz")
    assert read_rulings(context, OURS) == (given,)
    assert given.number == 1
    assert given.time == NOON + timedelta(minutes=1)
    assert not given.good
    assert given.words == (RuledWord("QUOTES", None), RuledWord("QXZ", "not-in-list"))
    assert [(used.name, used.hash) for used in given.lists] == [
        (lexicon.name, lexicon.hash) for lexicon in JUDGE.lexicons
    ]
    assert given.longest == 8
    assert given.address == "192.168.1.20"


@pytest.mark.parametrize(
    ("address", "kept"),
    [("192.168.1.20", "192.168.1.20"), ("fe80::1", "fe80::1"), ("8.8.8.8", ""), ("2a00:1450:4001::1", "")],
)
def test_the_log_keeps_no_address_that_is_somebodys_at_home(
    context: Context, address: str, kept: str
) -> None:
    """Nothing in it is ever erased."""
    assert rule_play(context, JUDGE, Device(address, is_ours=False), "acme").address == kept


@pytest.mark.clause("bee-dictionary")
def test_a_word_of_any_list_is_good(context: Context) -> None:
    assert rule_play(context, JUDGE, PHONE, "acme bond").good


@pytest.mark.clause("bee-11")
def test_a_word_longer_than_the_event_allows_is_not_good(context: Context) -> None:
    assert rule_play(context, JUDGE, PHONE, "QUOTESBOND").words == (RuledWord("QUOTESBOND", "too-long"),)


@pytest.mark.parametrize(
    "typed", ["Quotes, FAVORS", "quotes\nfavors", " quotes / favors ; ", "QUOTES\tfavors"]
)
def test_words_may_be_typed_in_any_case_and_kept_apart_in_any_usual_way(context: Context, typed: str) -> None:
    given = rule_play(context, JUDGE, PHONE, typed)
    assert given.good
    assert [word.word for word in given.words] == ["QUOTES", "FAVORS"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "no-words"),
        (" , ; \n", "no-words"),
        ("qu0tes", "no-such-tile"),
        ("quotes'", "no-such-tile"),
        ("re-do", "no-such-tile"),
        ("quotes <script>", "no-such-tile"),
        ("quotes \x00", "bad-word"),
        ("A" * 400, "long-word"),
        ("A" * (LONGEST_QUESTION + 1), "long-question"),
        ("A" * 10_000, "long-question"),
    ],
)
def test_what_cannot_be_a_play_gets_no_verdict_and_is_not_logged(
    context: Context, typed: str, code: str
) -> None:
    with pytest.raises(MalformedError) as refused:
        rule_play(context, JUDGE, PHONE, typed)
    assert refused.value.code == code
    assert read_rulings(context, OURS) == ()


def test_no_verdict_is_given_that_could_not_be_written(context: Context) -> None:
    with full_disk(4096), pytest.raises(UnavailableError):
        rule_play(context, JUDGE, PHONE, "quotes")
    assert read_rulings(context, OURS) == ()
    assert rule_play(context, JUDGE, PHONE, "quotes").good


def test_a_closed_door_judges_nothing_and_shows_nothing(context: Context) -> None:
    context.door = ClosedDoor()
    for knock in (lambda: rule_play(context, JUDGE, OURS, "quotes"), lambda: read_rulings(context, OURS)):
        with pytest.raises(IllegalError) as refused:
            knock()
        assert refused.value.code == "door-closed"
    assert rulings_in(context.journal) == ()


def test_while_no_tournament_runs_everybody_may_ask_and_only_this_computer_reads_the_log(
    context: Context,
) -> None:
    rule_play(context, JUDGE, PHONE, "quotes")
    assert len(read_rulings(context, OURS)) == 1
    with pytest.raises(IllegalError) as refused:
        read_rulings(context, PHONE)
    assert refused.value.code == "door-closed"


def test_the_newest_rulings_come_oldest_first(context: Context) -> None:
    for word in ("quotes", "favors", "bond"):
        rule_play(context, JUDGE, PHONE, word)
    assert [ruling.words[0].word for ruling in read_rulings(context, OURS, newest=2)] == ["FAVORS", "BOND"]


def test_rulings_asked_for_at_once_are_all_written_at_the_first_attempt(context: Context) -> None:
    """A kiosk must not wait for another: no ruling depends on one before it."""
    asked = [
        executing(context, NOBODY, RULINGS, STREAM, RulePlay(JUDGE, word, PHONE)) for word in ("bond", "acme")
    ]
    for entry in [_next_entry(each) for each in asked]:
        context.journal.append(entry)
    assert [ruling.words[0].word for ruling in read_rulings(context, OURS)] == ["BOND", "ACME"]


def _next_entry(steps: Steps[object]) -> Entry:
    """Answers what the steps look up, until they have something to write."""
    step = next(steps)
    while isinstance(step, Lookup):
        step = steps.send(step.ask())
    return step


def test_facts_of_other_kinds_are_no_rulings(context: Context) -> None:
    rule_play(context, JUDGE, PHONE, "quotes")
    context.journal.append(Entry(STREAM, (NewFact("judge.lunch_begun", {}),), NOON))
    assert len(rulings_in(context.journal)) == 1


def test_a_ruling_that_cannot_be_read_is_an_error_and_not_left_out(context: Context) -> None:
    context.journal.append(Entry(STREAM, (NewFact(PlayRuled.KIND, {"good": True}, 2),), NOON))
    with pytest.raises(MalformedFileError) as refused:
        rulings_in(context.journal)
    assert refused.value.code == "damaged-journal"


def test_a_ground_of_a_later_program_is_shown_by_its_code() -> None:
    assert ground_sentence("not-in-list") == "is not in the word list"
    assert ground_sentence("sung-off-key") == "sung-off-key"

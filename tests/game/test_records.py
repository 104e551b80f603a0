"""Facts as plain values and back: the form in which a journal keeps them."""

import json

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game, newcomers, owls
from wordwaiter.errors import MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import FACT_TYPES, NamedSigner, ResultSigned, SideRenamed
from wordwaiter.game.records import fact_from_plain, fact_to_plain
from wordwaiter.game.table import TableKind
from wordwaiter.rules.rulebooks.reading import shipped_rulebook


def eventful_games() -> list[Told]:
    """Games in which, together, every kind of fact happens."""
    first = ann_and_ben("ontario").plays("Ann", "8D RETiNA").holds("Ben").releases("Ben").fills("Ann")
    first.lays("Ben", "D8 RATE").lifts("Ben").exchanges("Ben", "AEI").passes("Ann").reports(
        "Ben", 12
    ).undoes()
    first.plays("Ben", "D8 RATE").challenges("Ann", "RATE").rules_good().corrects(1, "8D RETINa").pauses()
    first.resumes().adjusts(ClockKind.ROOM, "1:00").allows().at("51:00").time()
    first.undoes().ends().has("Ann", "AEIOUST").has("Ben", "AEIOULN").signs("Ann").ends().returns()
    first.happened(SideRenamed(first.now_ms, "director", 0, "Anna")).signs("Anna")
    first.happened(ResultSigned(first.now_ms, "Ben", NamedSigner("Ben")))
    second = late_in_the_game("grand-island", "SAEIOUT" + "BCDFGHL" + "MNR", kind=TableKind.VIRTUAL)
    second.passes("Ann").plays("Ben", "8D RETINA" + str(second.rack("Ben"))[0]).time()
    third = owls(kind=TableKind.VIRTUAL).does(c.ChooseFirst(2))
    fourth = ann_and_ben("grand-island").reports("Ann", 20).time().leaves_unknown("Ann").has("Ben", "")
    late = ann_and_ben("grand-island").at("3:01").passes("Ben")
    tied = newcomers("iowa").draws("Ann", "E").draws("Ben", "E")
    offered = ann_and_ben("grand-island").does(c.OfferEnd(0)).does(c.AnswerOffer(1, accepts=False))
    slip = ann_and_ben("ontario").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_bad()
    slip.does(c.UndoRuling("judge", "the wrong key"))
    return [first, second, third, fourth, late, tied, offered, slip]


def test_every_kind_of_fact_survives_json_and_folds_into_the_same_table() -> None:
    seen: set[str] = set()
    for game in eventful_games():
        written = [json.dumps(fact_to_plain(fact)) for fact in game.facts]
        read = [fact_from_plain(json.loads(line)) for line in written]
        assert read == game.facts
        assert fold(game.rulebook, read) == game.table
        seen |= set(game.kinds)
    assert seen == FACT_TYPES.keys()


STABLE_KINDS = """
    game.table_opened game.first_tile_drawn game.first_draw_tied game.first_player_chosen
    game.play_began game.tiles_laid
    game.tiles_lifted game.play_announced game.tiles_drawn game.tiles_exchanged game.turn_passed
    game.turn_timed_out
    game.turn_skipped game.points_reported game.hold_called game.hold_released game.play_challenged
    game.ruling_given game.late_allowed game.clock_paused game.clock_resumed game.clock_adjusted
    game.end_offered game.end_offer_declined game.time_called game.turn_undone game.ruling_undone
    game.ending_undone
    game.turn_corrected game.ended
    game.racks_filled game.rack_declared game.rack_left_unknown game.result_counted game.result_signed
    game.result_accepted game.result_returned game.side_renamed
"""


def test_kinds_of_facts_are_stable() -> None:
    assert sorted(FACT_TYPES) == sorted(STABLE_KINDS.split())


def test_a_play_is_written_with_its_squares_and_blanks() -> None:
    game = ann_and_ben("iowa").lays("Ann", "8G aXE")
    assert fact_to_plain(game.facts[-1]) == {
        "kind": "game.tiles_laid",
        "at_ms": 0,
        "by": "Ann",
        "seat": 0,
        "placement": [["8G", "?", "A"], ["8H", "X"], ["8I", "E"]],
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"kind": "game.unheard_of"}, "no-such-fact"),
        ({"kind": 7}, "no-such-fact"),
        ({"seat": "0"}, "bad-fact"),
        ({"seat": None}, "bad-fact"),
        ({"colour": "red"}, "bad-fact"),
        ({"placement": [["8H"]]}, "bad-fact"),
        ({"placement": [["8H", "?"]]}, "bad-fact"),
        ({"placement": [["88", "A"]]}, "bad-fact"),
        ({"placement": "8D RETINA"}, "bad-fact"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused(change: dict[str, object], code: str) -> None:
    record = fact_to_plain(ann_and_ben("iowa").lays("Ann", "8D RETINA").facts[-1])
    with pytest.raises(MalformedError) as refusal:
        fact_from_plain(record | change)
    assert refusal.value.code == code


def test_a_record_with_a_part_missing_is_refused() -> None:
    record = fact_to_plain(ann_and_ben("iowa").passes("Ann").facts[-1])
    del record["seat"]
    with pytest.raises(MalformedError, match="'seat' is missing"):
        fact_from_plain(record)


def test_facts_begin_with_the_opening_of_a_table_of_the_same_rulebook() -> None:
    game = ann_and_ben("iowa")
    with pytest.raises(MalformedError) as refusal:
        fold(game.rulebook, game.facts[1:])
    assert refusal.value.code == "not-opened"
    with pytest.raises(MalformedError) as refusal:
        fold(game.rulebook, [])
    assert refusal.value.code == "not-opened"
    with pytest.raises(MalformedError) as refusal:
        fold(shipped_rulebook("club"), game.facts)
    assert refusal.value.code == "other-rulebook"
    with pytest.raises(MalformedError) as refusal:
        evolve(game.table, game.facts[0])
    assert refusal.value.code == "opened-twice"

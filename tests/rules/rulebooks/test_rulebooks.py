"""The shipped rulebooks: where each setting comes from, and what each fixes."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.rulebooks import choices as c
from wordwaiter.rules.rulebooks import result_choices as r
from wordwaiter.rules.rulebooks.changing import with_setting
from wordwaiter.rules.rulebooks.contradictions import contradictions
from wordwaiter.rules.rulebooks.english import setting_keys
from wordwaiter.rules.rulebooks.good_words import (
    ChallengerLoses,
    ChallengerLosesNextTurn,
    ChallengerLosesTurn,
    NoPenalty,
    OpponentGains,
)
from wordwaiter.rules.rulebooks.reading import parse_rulebook, shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.rulebook import TOPICS, Building, GameEnding, Rulebook, TurnChallenge
from wordwaiter.rules.rulebooks.writing import plain_rulebook, rulebook_toml

every_rulebook = pytest.mark.parametrize("name", shipped_rulebooks())


def game_ending(name: str) -> GameEnding:
    ending = shipped_rulebook(name).ending
    assert isinstance(ending, GameEnding)
    return ending


def turn_challenge(name: str) -> TurnChallenge:
    challenge = shipped_rulebook(name).challenge
    assert isinstance(challenge, TurnChallenge)
    return challenge


# ---------------------------------------------------------------- where settings come from


@every_rulebook
def test_every_setting_names_clauses_of_its_own_source_or_a_choice(name: str) -> None:
    rulebook = shipped_rulebook(name)
    for key, origin in rulebook.origins.items():
        sources = {catalogue()[clause].source for clause in origin.clauses}
        assert sources <= {rulebook.source}, key
        assert bool(origin.clauses) != bool(origin.choice), key


@every_rulebook
def test_a_rulebook_has_an_origin_for_each_of_its_settings(name: str) -> None:
    rulebook = shipped_rulebook(name)
    keys = {
        f"{topic}.{key}" for topic, value in rulebook.topics().items() for key in get_type_hints(type(value))
    }
    assert keys == set(rulebook.origins)
    assert keys <= set(setting_keys())


def test_a_refusal_can_name_the_clause_of_any_setting() -> None:
    iowa, club = shipped_rulebook("iowa"), shipped_rulebook("club")
    assert iowa.clause_of("challenge.window") == "iowa-8"
    assert iowa.clauses_of("scoring.words_counted") == ("iowa-11", "iowa-16", "iowa-3")
    assert club.clause_of("challenge.window") == "club:challenge.window"
    assert club.clauses_of("challenge.window") == ()


@pytest.mark.parametrize("key", ["challenge", "challenge.colour", "building.tile_cents", "origins.x", ""])
def test_a_setting_that_a_rulebook_does_not_have_is_refused(key: str) -> None:
    with pytest.raises(MalformedError) as refused:
        shipped_rulebook("iowa").clause_of(key)
    assert refused.value.code == "no-such-setting"


def test_a_clause_that_does_not_exist_is_refused() -> None:
    assert "iowa-8" in catalogue()
    assert "iowa-99" not in catalogue()
    with pytest.raises(MalformedError) as refused:
        catalogue()["iowa-99"]
    assert refused.value.code == "no-such-clause"


def test_every_clause_belongs_to_a_source() -> None:
    assert sum(len(catalogue().of_source(source.id)) for source in catalogue().sources) == len(
        catalogue().clauses
    )
    assert [clause.id for clause in catalogue().of_source("bee") if clause.id.startswith("bee-hare")] == [
        "bee-hare-1", "bee-hare-2", "bee-hare-3", "bee-hare-4", "bee-hare-5-6", "bee-hare-7",
    ]  # fmt: skip


# ---------------------------------------------------------------- what the sources fix


def test_a_turn_has_three_minutes_in_grand_island_and_androscoggin_and_no_limit_elsewhere() -> None:
    limits = {name: shipped_rulebook(name).turns.limit for name in shipped_rulebooks() if name != "bee-hare"}
    assert {name for name, limit in limits.items() if limit == 180_000} == {"grand-island", "androscoggin"}
    assert set(limits.values()) == {180_000, None}


def test_the_clocks_of_the_sources() -> None:
    clocks = {name: shipped_rulebook(name).clock.game for name in shipped_rulebooks()}
    minute = 60_000
    assert clocks["iowa"] == c.ChessClockIfAny()
    assert clocks["grand-island"] == c.OrganisersRoomClock()
    assert clocks["ontario"] == c.RoomClock(c.Milliseconds(50 * minute))
    assert clocks["androscoggin"] == c.TableAllowance(c.Milliseconds(30 * minute))
    assert clocks["bee-hare"] == c.RoundClock(tuple(c.Milliseconds(each * minute) for each in (20, 15, 10)))
    assert clocks["bee-tortoise"] is None
    assert clocks["club"] == c.SideBudget(c.Milliseconds(25 * minute), 10)


def test_exchange_needs_seven_tiles_in_ontario_and_the_club_and_what_is_drawn_elsewhere() -> None:
    for name in ("ontario", "club"):
        assert shipped_rulebook(name).turns.exchange == c.BagHoldsAtLeast(7)
    for name in ("iowa", "grand-island", "androscoggin", "bee-tortoise"):
        assert shipped_rulebook(name).turns.exchange == c.BagHoldsWhatIsDrawn()


def test_what_a_wrong_challenge_costs() -> None:
    costs = {name: shipped_rulebook(name).challenge.if_good for name in shipped_rulebooks()}
    assert costs["iowa"] == costs["ontario"] == costs["club"] == ChallengerLosesTurn()
    assert costs["grand-island"] == costs["androscoggin"] == ChallengerLosesNextTurn()
    assert costs["bee-hare"] == costs["bee-tortoise"] == ChallengerLoses(25)


def test_only_iowa_and_the_club_close_the_window_with_the_draw() -> None:
    windows = {
        name: turn_challenge(name).window
        for name in ("iowa", "grand-island", "ontario", "androscoggin", "club")
    }
    closed = {name for name, window in windows.items() if window is c.ChallengeWindow.BEFORE_DRAW}
    assert closed == {"iowa", "club"}


def test_only_androscoggin_gives_minutes_back_to_a_timed_table() -> None:
    stops = {
        name
        for name in ("grand-island", "ontario", "androscoggin")
        if turn_challenge(name).clock is c.WhileJudged.STOPS
    }
    assert stops == {"androscoggin"}


def test_what_unplayed_tiles_do() -> None:
    when_out = {
        name: game_ending(name).unplayed_when_out
        for name in ("iowa", "grand-island", "ontario", "androscoggin")
    }
    assert when_out == {
        "iowa": r.UnplayedWhenOut.TWICE_TO_OUT,
        "grand-island": r.UnplayedWhenOut.OWN_OFF_AND_ADDED_TO_OUT,
        "ontario": r.UnplayedWhenOut.TWICE_TO_OUT,
        "androscoggin": r.UnplayedWhenOut.NOTHING,
    }
    assert game_ending("bee-tortoise").unplayed_when_out is r.UnplayedWhenOut.OWN_OFF
    assert game_ending("androscoggin").unplayed_otherwise is r.UnplayedOtherwise.NOTHING


def test_only_grand_island_fills_racks_at_time_and_only_the_club_counts_scoreless_turns() -> None:
    turn_rulebooks = [name for name in shipped_rulebooks() if name != "bee-hare"]
    filled = {name for name in turn_rulebooks if game_ending(name).racks_at_time is r.RacksAtTime.FILLED}
    assert filled == {"grand-island"}
    counted = {name: game_ending(name).scoreless_turns for name in turn_rulebooks}
    assert {name for name, turns in counted.items() if turns is not None} == {
        "club", "club-free", "club-5", "club-10", "club-void", "wespa", "naspa",
    }  # fmt: skip
    assert counted["club"] == 6


def test_the_hares_rounds_tiles_and_prices() -> None:
    building = shipped_rulebook("bee-hare").play
    assert isinstance(building, Building)
    assert building.tiles_removed == (0, 20, 10)
    assert (building.tile_cents, building.all_tiles_cents) == (500, 15000)
    assert shipped_rulebook("bee-hare").words.peek_cents == 100


def test_turns_and_building_are_asked_for_by_name() -> None:
    assert shipped_rulebook("bee-hare").building.tile_cents == 500
    with pytest.raises(MalformedError, match="no turns"):
        _ = shipped_rulebook("bee-hare").turns
    with pytest.raises(MalformedError, match="nobody builds"):
        _ = shipped_rulebook("iowa").building


# ---------------------------------------------------------------- as a value


@every_rulebook
def test_a_rulebook_reads_back_from_its_text(name: str) -> None:
    rulebook = shipped_rulebook(name)
    assert parse_rulebook(rulebook_toml(rulebook), Path(f"{name}.toml")) == rulebook


@every_rulebook
def test_a_rulebook_can_be_kept_and_compared(name: str) -> None:
    rulebook = shipped_rulebook(name)
    again = pickle.loads(pickle.dumps(rulebook))  # noqa: S301 - our own value
    assert again == rulebook
    assert hash(again) == hash(rulebook)
    assert repr(rulebook) == f"<Rulebook {name}>"


def test_plain_values_stand_as_in_the_file() -> None:
    challenge = plain_rulebook(shipped_rulebook("club-5"))["challenge"]
    assert isinstance(challenge, dict)
    assert challenge["if_good"] == {
        "is": "opponent-gains",
        "points": 5,
        "choice": "A play that was challenged and is good gains 5.",
    }
    assert plain_rulebook(shipped_rulebook("club"))["source"] == "none"


@every_rulebook
def test_a_shipped_rulebook_contradicts_itself_nowhere(name: str) -> None:
    assert contradictions(shipped_rulebook(name)) == ()


# ---------------------------------------------------------------- with one setting changed


def test_a_changed_setting_changes_nothing_else() -> None:
    club = shipped_rulebook("club")
    changed = with_setting(club, "challenge.if_good", OpponentGains(7), choice="A lucky number.")
    assert changed.challenge.if_good == OpponentGains(7)
    assert changed.origins["challenge.if_good"].choice == "A lucky number."
    back = with_setting(changed, "challenge.if_good", ChallengerLosesTurn(), choice="As before.")
    assert replace(back, origins=club.origins) == club


def test_the_four_club_challenges_are_one_setting_apart() -> None:
    def challenge(rulebook: Rulebook) -> object:
        return rulebook.challenge

    for name, value in (
        ("club-free", NoPenalty()),
        ("club-5", OpponentGains(5)),
        ("club-10", OpponentGains(10)),
    ):
        changed = with_setting(shipped_rulebook("club"), "challenge.if_good", value, choice="Chosen.")
        assert challenge(changed) == challenge(shipped_rulebook(name))


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("challenge.if_good", OpponentGains(-5), "out-of-range"),
        ("challenge.if_good", 5, "unknown-value"),
        ("challenge.if_good", None, "unknown-value"),
        ("challenge.window", "before-draw", "wrong-type"),
        ("table.rack_size", True, "wrong-type"),
        ("table.rack_size", 7.0, "wrong-type"),
        ("turns.limit", c.Milliseconds(1500), "wrong-type"),
        ("words.lists", ["enable"], "wrong-type"),
        ("challenge.hold", c.WhileJudged.STOPS, "unknown-value"),
        ("ending.racks_at_time", r.RacksAtTime.FILLED, "contradiction"),
        ("turns.limit", c.Milliseconds(180_000), "contradiction"),
        ("building.tile_cents", 500, "no-such-setting"),
    ],
)
def test_a_change_is_checked_like_a_file(key: str, value: object, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        with_setting(shipped_rulebook("club"), key, value, choice="Just so.")
    assert refused.value.code == code


def test_a_change_needs_its_reason() -> None:
    with pytest.raises(MalformedError) as refused:
        with_setting(shipped_rulebook("club"), "challenge.hold", None, choice=" ")
    assert refused.value.code == "wrong-type"


def test_every_setting_says_what_it_decides() -> None:
    for name, kind in TOPICS.items():
        assert kind.__doc__
        for key, hint in get_type_hints(kind, include_extras=True).items():
            _, setting = get_args(hint)
            assert setting.asks.endswith("."), f"{name}.{key}"

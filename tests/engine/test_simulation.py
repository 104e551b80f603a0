"""`Engine.simulate`, `wordwaiter simulate` and `wordwaiter train win-model`: what they answer and refuse."""

import json
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from wordwaiter._core import WordGraph
from wordwaiter.cli.main import build_app
from wordwaiter.engine import (
    EndedBy,
    Engine,
    ExchangeTurn,
    PassTurn,
    Play,
    Simulated,
    SimulationEffort,
    parse_turn,
    shipped_leaves,
    shipped_win_model,
    simulate,
)
from wordwaiter.engine.candidates import candidates_of, placed_turn
from wordwaiter.engine.engine import Outlook
from wordwaiter.engine.engine import Position as SearchedBoard
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.win_model import check_win_model, read_win_model
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

APP = build_app(["simulate", "train"])
QUAD = "15/15/15/15/15/15/15/6QUAD5/15/15/15/15/15/15/15"
RETINAE = f"{QUAD} AEINRTE/ 0/28 0"
AWFUL = f"{QUAD} IIIUUUV/ 0/28 0"
"""A rack that anybody would exchange."""
ENDING = (
    "W12W1/I12H1/N1F6AE2ET/GOLDS4G3YA/L1U1Y4A4I/I1B1N4Z4L/K3D4ES2OF/E2BIALI2T2Pa/2MOC5O1MAN/1QAT1DEV2R1UH1/"
    "3AVO4A1C2/5EXPUNGeR2/10E1O2/4ONERIEST3/5ARE7 EIINRSU/ 389/355 0"
)
"""One tile is in the bag."""


@cache
def engine() -> Engine:
    return Engine.of_lists([open_lexicon("enable")], shipped_rulebook("club"), shipped_leaves("english"))


def stand(text: str) -> Position:
    return parse_cgp(text, engine().layout, engine().tile_set)


def found(text: str, **effort: Any) -> Simulated:
    return engine().simulate(stand(text), 8, SimulationEffort(**{"draws": 200, **effort}))


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(APP, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(*arguments: str) -> MalformedError:
    with pytest.raises(MalformedError) as caught:
        CliRunner().invoke(APP, arguments, catch_exceptions=False)
    return caught.value


def test_a_play_of_all_tiles_wins_most_often() -> None:
    result = found(RETINAE)
    assert isinstance(result.best.turn, Play)
    assert len(result.best.turn.tiles) == 7
    assert 0.4 < result.best.win.value < 0.8
    assert [turn.value for turn in result.turns] == sorted(
        (turn.value for turn in result.turns), reverse=True
    )
    answers = result.best.next_turns
    assert [20 < turn.score < 70 and 0 < turn.bingos < 0.5 for turn in answers] == [True, True]


def test_exchanges_are_among_the_candidates() -> None:
    turns = candidates_of(engine(), stand(AWFUL), 15)
    assert any(isinstance(turn, ExchangeTurn) for turn in turns)
    assert found(AWFUL).best.turn.text(stand(AWFUL).board).startswith("-")


def test_no_exchange_is_a_candidate_when_the_bag_is_short() -> None:
    assert not any(isinstance(turn, ExchangeTurn) for turn in candidates_of(engine(), stand(ENDING), 50))


def test_each_way_to_exchange_comes_once() -> None:
    awful = stand(AWFUL)
    thrown = [
        str(turn.thrown) for turn in candidates_of(engine(), awful, 500) if isinstance(turn, ExchangeTurn)
    ]
    # 0 to 3 I, 0 to 3 U and V or not, but not nothing at all.
    assert len(thrown) == len(set(thrown)) == 4 * 4 * 2 - 1


def test_a_player_who_can_do_nothing_passes() -> None:
    stuck = stand(ENDING)
    graph = WordGraph.build(["QUAD"], engine().tile_set.labels)
    mute = Engine.of_graph(graph, engine().rulebook)
    assert candidates_of(mute, stuck, 5) == (PassTurn(stuck.racks[0]),)
    assert simulate(mute, stuck, 5, SimulationEffort(draws=2)).best.turn.readable(stuck.board) == "pass"


def test_the_same_seed_gives_the_same_result_on_any_number_of_threads() -> None:
    one, three = found(RETINAE, threads=1), found(RETINAE, threads=3)
    assert (one.turns, one.draws, one.confidence) == (three.turns, three.draws, three.confidence)
    assert found(RETINAE, seed=2).turns != one.turns


def test_a_simulation_stops_by_confidence_time_and_count() -> None:
    assert found(RETINAE, draws=100_000, confidence=0.5).ended_by is EndedBy.CONFIDENT
    assert found(RETINAE, seconds=0.0).ended_by is EndedBy.TIME
    assert found(RETINAE, confidence=1.0).ended_by is EndedBy.COUNT
    stop = threading.Event()
    stop.set()
    effort = SimulationEffort(draws=10_000_000, confidence=1.0)
    assert simulate(engine(), stand(RETINAE), 3, effort, stop=stop).ended_by is EndedBy.STOPPED


def test_beaten_turns_cost_no_further_draws() -> None:
    result = engine().simulate(stand(AWFUL), 15, SimulationEffort(draws=2_000))
    assert result.turns[-1].is_beaten
    assert result.turns[-1].draws < result.draws


def test_what_has_to_be_assumed_is_told() -> None:
    assert found(RETINAE, draws=1).assumptions == ()
    [short] = found(f"{QUAD} AEIN/ 0/28 0", draws=1).assumptions
    assert short == "The rack has 4 tiles instead of 7; the others are drawn after the turn."
    [partly] = found(f"{QUAD} AEINRTE/ZX 0/28 0", draws=1).assumptions
    assert partly == "Only 2 tiles of the other rack are known; the others are drawn at random."


def test_tiles_of_the_other_rack_that_are_known_matter() -> None:
    weak, strong = found(f"{QUAD} AEINRTE/VVUUIIC 0/28 0"), found(f"{QUAD} AEINRTE/S??TARE 0/28 0")
    assert weak.best.win.value > strong.best.win.value + 0.1


def test_turns_are_read_as_they_are_written_in_game_records() -> None:
    here = stand(RETINAE)
    for text in ("9I RETINAE", "-AE", "-"):
        assert parse_turn(engine(), here, text).text(here.board) == text
    for text, code in (("9I RETINUE", "no-such-play"), ("-QQ", "not-on-rack"), ("9I", "bad-play")):
        with pytest.raises(MalformedError) as caught:
            parse_turn(engine(), here, text)
        assert caught.value.code == code
    with pytest.raises(MalformedError) as caught:
        parse_turn(engine(), stand(ENDING), "-IU")
    assert caught.value.code == "bag-too-short"


@pytest.mark.parametrize("text", [f"{QUAD} AEINR??/ 0/28 0", "/".join(["15"] * 15) + " AEINRS?/ 0/0 0"])
def test_each_play_is_found_by_its_tiles_without_a_look_at_all_others(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two blanks there are ten thousand plays; a record with 150 such racks took ten seconds to read."""
    here = stand(text)
    plays = engine().at(here.board).plays(here.racks[0], outlook_of(here, engine().rulebook))
    made, make = list[object](), Engine.play

    def counted(self: Engine, parts: Any) -> Any:
        made.append(parts)
        return make(self, parts)

    monkeypatch.setattr(Engine, "play", counted)
    for wanted in [plays[number] for number in range(0, len(plays), len(plays) // 20)]:
        made.clear()
        assert placed_turn(engine(), here, wanted.placement(here.board)) == wanted
        assert len(made) < 10


@pytest.mark.parametrize("rack", ["AEINR??", "AEINRST", "VVU"])
def test_a_play_is_looked_for_among_those_of_its_own_tiles(
    rack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eighty racks with both blanks took four seconds, and all who analyse waited for them."""
    here = stand(f"{QUAD} {rack}/ 0/28 0")
    outlook = outlook_of(here, engine().rulebook)
    wanted = engine().at(here.board).plays(here.racks[0], outlook)
    asked, plays = list[int](), SearchedBoard.plays

    def noted(self: SearchedBoard, held: Rack, outlook: Outlook) -> Any:
        asked.append(len(held))
        return plays(self, held, outlook)

    monkeypatch.setattr(SearchedBoard, "plays", noted)
    for each in [wanted[number] for number in range(0, len(wanted), max(1, len(wanted) // 200))]:
        assert placed_turn(engine(), here, each.placement(here.board)) == each
        assert asked.pop() == len(each.tiles)


def test_a_play_near_the_end_is_worth_what_the_engine_says() -> None:
    """Then it is worth less by what is left in the bag after it."""
    here = stand(ENDING)
    for each in engine().at(here.board).plays(here.racks[0], outlook_of(here, engine().rulebook))[:100]:
        assert placed_turn(engine(), here, each.placement(here.board)) == each


def test_a_word_that_is_in_no_list_can_be_compared_by_the_points_it_was_given() -> None:
    here = stand(RETINAE)
    phony = placed_turn(engine(), here, parse_play("9I TARENIE", here.board), 65)
    assert (phony.score, str(phony.leave)) == (65, "")
    result = simulate(engine(), here, [phony, parse_turn(engine(), here, "-")], SimulationEffort(draws=50))
    assert result.best.turn == phony
    assert result.of(phony) is result.best


def test_the_command_tells_each_turn_with_its_chances() -> None:
    told = answer("simulate", RETINAE, "--candidates", "3", "--draws", "50", "--threads", "1", "--json")
    assert "9I RETINAE" in {turn["turn"] for turn in told["turns"]}
    assert {"win", "spread", "score", "leave", "equity", "beaten", "next_turns"} <= set(told["turns"][0])
    assert (told["draws"], told["ended_by"], len(told["turns"])) == (50, "count", 3)
    shown = CliRunner().invoke(
        APP, ["simulate", RETINAE, "--play", "9I RETINAE", "--play", "-", "--draws", "20", "--threads", "1"]
    )
    heading, first, second, end = shown.stdout.splitlines()
    assert heading.split() == ["turn", "wins", "spread", "score", "leave", "answer", "draws"]
    assert first.startswith("9I RETINAE")
    assert second.startswith("pass")
    assert end.startswith("20 draws, ")


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (f"{QUAD} AEINRTEE/ 0/28 0", "rack-too-large"),
        (f"{QUAD} QAEINRT/ 0/28 0", "too-many-tiles"),
        (f"{QUAD} AEINRTE/ZZ 0/28 0", "too-many-tiles"),
        (f"{QUAD} AEINR7E/ 0/28 0", "no-such-tile"),
        (f"{QUAD} /AEINRTE 0/28 0", "empty-rack"),
        (f"{QUAD} AEINRTE/", "bad-cgp"),
        ("15/15 AEINRTE/ 0/28 0", "bad-cgp"),
    ],
)
def test_positions_that_cannot_be_are_refused(position: str, code: str) -> None:
    assert refusal("simulate", position).code == code


@pytest.mark.long
def test_the_shipped_model_rates_leads_as_they_are_won() -> None:
    model = shipped_win_model("english")
    assert model.chance(0, 93) > 0.5, "whoever begins has an advantage"
    assert model.chance(50_000, 20) > model.chance(50_000, 80) > model.chance(0, 80)
    assert shipped_win_model("french") is not None
    for row in check_win_model(engine(), model, 400, seed=77):
        within = 4 * (row.expected * (1 - row.expected) / row.positions) ** 0.5
        # The turns of one game are won together: about twenty of them are one observation.
        assert abs(row.expected - row.won) < 0.02 + 4 * within


@pytest.mark.long
def test_a_model_is_trained_checked_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "own.win"
    arguments = ["train", "win-model", str(file), "--games", "64", "--check-games", "16"]
    told = CliRunner().invoke(APP, arguments, catch_exceptions=False).stdout.splitlines()
    assert told[0] == f"{file}: a win model from 64 games"
    assert told[1].split() == ["rated", "won", "positions"]
    assert read_win_model(file).chance(300_000, 10) > 0.9
    one = answer("simulate", RETINAE, "--draws", "20", "--win-model", str(file), "--json")
    assert one["turns"][0]["win"] != answer("simulate", RETINAE, "--draws", "20", "--json")["turns"][0]["win"]
    file.write_bytes(file.read_bytes()[:50])
    with pytest.raises(MalformedFileError) as caught:
        read_win_model(file)
    assert caught.value.code == "damaged-win-model"


def test_a_notebook_shows_a_table() -> None:
    assert "<td>9I RETINAE</td>" in found(RETINAE, draws=5)._repr_html_()

"""The commands `moves`, `selfplay` and `train leaves`, and what they say to bad input."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.positions import variant
from wordwaiter._core import WordGraph
from wordwaiter.cli.main import build_app
from wordwaiter.engine import (
    Engine,
    GamesPlayed,
    Plan,
    pack_leaves,
    play_games,
    read_leaves,
    shipped_leaves,
    train_leaves,
    training,
    unpack_leaves,
)
from wordwaiter.engine.training import Checkpoint, load_checkpoint
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, Tile, TileSet, shipped_tile_set
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.result_choices import UnplayedOtherwise, UnplayedWhenOut
from wordwaiter.rules.rulebooks.rulebook import GameEnding

APP = build_app(["moves", "selfplay", "train", "puzzle"])
EMPTY = "/".join(["15"] * 15)
QUAD = "15/15/15/15/15/15/15/6QUAD5/15/15/15/15/15/15/15 AEINRTE/ 0/28 0 lex ENABLE;"
FEW = [
    "AT",
    "TA",
    "EAT",
    "TEA",
    "ATE",
    "ETA",
    "SEAT",
    "EATS",
    "TEAS",
    "OAT",
    "TO",
    "SO",
    "NO",
    "ON",
    "IN",
    "IT",
    "IS",
]


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(APP, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(*arguments: str) -> MalformedError:
    with pytest.raises(MalformedError) as caught:
        CliRunner().invoke(APP, arguments, catch_exceptions=False)
    return caught.value


def test_moves_are_written_as_in_game_records() -> None:
    moves = answer("moves", QUAD, "--top", "3", "--json")["moves"]
    assert [(move["play"], move["score"], move["leave"]) for move in moves][:1] == [("9I RETINAE", 65, "")]
    assert "J1 RETAINE." in {move["play"] for move in moves}


def test_the_top_is_the_head_of_all() -> None:
    every = answer("moves", QUAD, "--all", "--json")["moves"]
    assert answer("moves", QUAD, "--top", "7", "--json")["moves"] == every[:7]
    assert len(every) == len({move["play"] for move in every}) > 400
    equities = [move["equity"] for move in every]
    assert equities == sorted(equities, reverse=True)


def test_with_an_empty_bag_going_out_counts_the_others_rack() -> None:
    moves = answer("moves", f"{_board_with_all_but('TEQA')}/7A7 TE/Q 0/0 0", "--json", "--top", "1")["moves"]
    assert moves[0]["leave"] == ""
    assert moves[0]["equity"] == moves[0]["score"] + 2 * 10


def _board_with_all_but(kept: str) -> str:
    """Fourteen rows, the first of which hold every tile of the set except those kept, in no words."""
    counts = shipped_tile_set("english").counts
    pool = [label for label, count in counts.items() for _ in range(count) if label != "?"] + ["a", "e"]
    for label in kept:
        pool.remove(label)
    rows = ["".join(pool[first : first + 14]) for first in range(0, len(pool), 14)]
    return "/".join([f"{row}{15 - len(row)}" for row in rows] + ["15"] * (14 - len(rows)))


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (f"{EMPTY} /ABC 0/0 0", "empty-rack"),
        (f"{EMPTY} ???????/ 0/0 0", "too-many-tiles"),
        (f"{EMPTY} QQ/ 0/0 0", "too-many-tiles"),
        (f"{EMPTY} QA/Q 0/0 0", "too-many-tiles"),
        (f"{EMPTY} AEINRTSS/ 0/0 0", "rack-too-large"),
        (f"{EMPTY} AEINR7S/ 0/0 0", "no-such-tile"),
        (f"{EMPTY[:-2]}14ñ AEI/ 0/0 0", "bad-cgp"),
        ("15/15 AEI/ 0/0 0", "bad-cgp"),
    ],
)
def test_impossible_positions_are_refused(position: str, code: str) -> None:
    assert refusal("moves", position).code == code


def test_a_damaged_leave_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "leaves.klv2"
    for content in (b"", b"\0" * 7, b"\xff" * 64, b"\x02\0\0\0" + b"\x02\0\x40\0" * 2 + b"\x01\0\0\0" * 2):
        file.write_bytes(content)
        assert refusal("moves", QUAD, "--leaves", str(file)).code.startswith("leaves")


def test_a_word_graph_of_other_tiles_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "words.kwg"
    file.write_bytes(Lexicon.of_words("perros", ["ZORRO", "PERRO"], letters="spanish").kwg())
    assert refusal("selfplay", "--kwg", str(file), "--games", "1").code == "letter"


def test_a_word_graph_without_end_is_refused() -> None:
    assert refusal("selfplay", "--kwg", "/dev/zero", "--games", "1").code == "too-large"


def test_where_there_are_no_racks_there_are_no_moves() -> None:
    assert refusal("moves", QUAD, "--rulebook", "bee-hare").code == "no-racks"


def test_self_play_is_the_same_whatever_the_threads(tmp_path: Path) -> None:
    file = tmp_path / "few.kwg"
    file.write_bytes(Lexicon.of_words("few", FEW).kwg())
    runs = [
        answer("selfplay", "--kwg", str(file), "--games", "40", "--seed", "5", "--threads", threads, "--json")
        for threads in ("1", "3")
    ]
    for run in runs:
        for measured in ("seconds", "games_per_second", "threads"):
            del run[measured]
    assert runs[0] == runs[1]
    assert runs[0]["games"] == 40
    assert runs[0]["turns"] > 300


def small_engine(*words: str, rack_size: int = 7) -> Engine:
    """An engine for a set of few tiles, which has few leaves."""
    tiles = tuple(Tile(label, 1, 6) for label in "AEINOST")
    few = variant(
        shipped_rulebook("club"), tile_set=TileSet("few", "Few", "en", tiles, 1, {}), rack_size=rack_size
    )
    return Engine.of_graph(WordGraph.build(words or FEW, few.table.tile_set.labels), few)


def test_training_is_the_same_whatever_the_threads_and_interruptions(tmp_path: Path) -> None:
    plan = Plan(60, 3)

    class StoppedError(Exception):
        pass

    def stop(done: int) -> None:
        if done >= 10:
            raise StoppedError

    engine = small_engine()
    whole = train_leaves(engine, plan, tmp_path / "whole")
    for _ in range(2):
        with pytest.raises(StoppedError):
            train_leaves(engine, plan, tmp_path / "part", threads=2, report=stop)
    resumed = train_leaves(engine, plan, tmp_path / "part", threads=3)
    assert resumed.write() == whole.write()
    assert any(whole.values())


def test_what_a_generation_has_seen_so_far_outlives_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_CHUNK", 3)
    engine, plan = small_engine(), Plan(60, 3)
    whole = train_leaves(engine, plan, tmp_path / "whole")
    kept: list[Checkpoint] = []

    def stop(done: int) -> None:
        if done in (21, 42) and len(kept) == (
            done == 42
        ):  # in the middle of the third and of the fourth generation
            kept.append(load_checkpoint(tmp_path / "part", plan, engine.fingerprint()))
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            train_leaves(engine, plan, tmp_path / "part", report=stop)
        monkeypatch.setattr(training, "_CHUNK", 7)
    assert [checkpoint.done for checkpoint in kept] == [21, 42]
    assert all(checkpoint.observations for checkpoint in kept)
    assert train_leaves(engine, plan, tmp_path / "part").write() == whole.write()


def test_a_training_of_another_plan_is_not_gone_on_with(tmp_path: Path) -> None:
    train_leaves(small_engine(), Plan(16, 3), tmp_path / "part")
    longer, shorter = small_engine(*FEW, "SEATS"), small_engine(rack_size=6)
    for engine, plan in ((small_engine(), Plan(16, 4)), (longer, Plan(16, 3)), (shorter, Plan(16, 3))):
        with pytest.raises(MalformedError) as caught:
            train_leaves(engine, plan, tmp_path / "part")
        assert caught.value.code == "other-training"


def test_a_damaged_training_is_not_gone_on_with(tmp_path: Path) -> None:
    part = tmp_path / "part"
    train_leaves(small_engine(), Plan(16, 3), part)
    whole = part.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for content in (b"", whole[:50], whole[:-1], whole + b"\0", bytes(flipped), b"WWTRAIN1" + whole[8:]):
        part.write_bytes(content)
        with pytest.raises(MalformedError) as caught:
            train_leaves(small_engine(), Plan(16, 3), part)
        assert caught.value.code == "damaged-training"


def test_a_leave_file_gives_the_values_back(tmp_path: Path) -> None:
    engine = small_engine()
    leaves = train_leaves(engine, Plan(30, 3), tmp_path / "part")
    file = tmp_path / "leaves.klv2"
    file.write_bytes(leaves.write())
    assert read_leaves(file, engine.tile_set).values() == leaves.values()
    packed = unpack_leaves(pack_leaves(leaves), engine.tile_set)
    assert max(abs(a - b) for a, b in zip(packed.values(), leaves.values(), strict=True)) <= 10


def test_english_leaves_come_with_the_package() -> None:
    leaves = shipped_leaves("english")
    assert leaves is not None
    assert len(leaves) == 914_624
    blank, s, q = leaves.value(b"\0"), leaves.value(bytes([19])), leaves.value(bytes([17]))
    assert blank is not None
    assert s is not None
    assert q is not None
    assert blank > s > 0 > q


def test_unplayed_tiles_count_as_the_rulebook_says() -> None:
    club = small_engine().rulebook
    ending = club.ending
    assert isinstance(ending, GameEnding)
    graph = WordGraph.build(FEW, club.table.tile_set.labels)

    def games(ending: GameEnding) -> GamesPlayed:
        return play_games(Engine.of_graph(graph, replace(club, ending=ending)), 40, seed=8)

    twice = games(ending)
    moved = games(replace(ending, unplayed_when_out=UnplayedWhenOut.OWN_OFF_AND_ADDED_TO_OUT))
    kept = games(replace(ending, unplayed_otherwise=UnplayedOtherwise.NOTHING))
    # The same games, in which what parts the players is the same and what they have together is not.
    assert (moved.turns, moved.wins, moved.spread()) == (twice.turns, twice.wins, twice.spread())
    assert sum(moved.points) < sum(twice.points) < sum(kept.points)


def test_with_an_empty_bag_a_play_is_judged_by_what_unplayed_tiles_count() -> None:
    position = f"{_board_with_all_but('TEQA')}/7A7 TE/Q 0/0 0"
    for rulebook, gain in (("club", 20), ("grand-island", 20), ("androscoggin", 0)):
        best = answer("moves", position, "--json", "--top", "1", "--rulebook", rulebook)["moves"][0]
        assert best["leave"] == ""
        assert best["equity"] == best["score"] + gain


@pytest.mark.parametrize("command", [["selfplay", "--games", "1"], ["train", "leaves", "x.klv2"]])
def test_games_of_a_starting_word_are_not_played(command: list[str]) -> None:
    assert refusal(*command, "--rulebook", "bee-tortoise").code == "other-opening"


@pytest.mark.parametrize(
    "arguments",
    [
        ("moves", QUAD, "--top", str(2**64)),
        ("selfplay", "--seed", str(2**64)),
        ("selfplay", "--games", str(2**64)),
        ("train", "leaves", "x.klv2", "--seed", str(2**64)),
    ],
)
def test_numbers_that_are_too_large_are_refused(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(APP, arguments)
    assert result.exit_code == 2
    assert re.search(rf" {2**64} is not in the range \d+<=x<=\d+\.", " ".join(result.output.split()))


def test_a_large_bonus_is_counted_and_none_is_no_play() -> None:
    club = shipped_rulebook("club")
    rich = replace(club, scoring=replace(club.scoring, full_rack_bonus=1_000_000))
    engine = Engine.of_lists([Lexicon.of_words("few", ["RETAINS"])], rich)
    here = engine.at(empty_board(engine.layout, engine.tile_set))
    rack = parse_rack("RETAINS", engine.tile_set)
    assert here.best(rack, 0) == ()
    assert [play.score for play in here.best(rack)] == [1_000_016]


def test_games_end_and_are_counted() -> None:
    played = play_games(small_engine(), 20, seed=8)
    assert played.games == 20
    assert sum(played.wins) <= 20
    assert played.score(0).within > 0


# ---------------------------------------------------------------- puzzle


def test_the_puzzle_of_a_day_is_shown_and_its_answer_only_if_asked() -> None:
    asked = CliRunner().invoke(APP, ["puzzle", "--day", "2026-11-19"])
    assert asked.exit_code == 0, asked.output
    assert "2026-11-19: the rack is BBEIILS; find the best play." in asked.output
    assert "BIBLES" not in asked.output
    told = CliRunner().invoke(APP, ["puzzle", "--day", "2026-11-19", "--answer", "--json"])
    answer = json.loads(told.output)
    assert (answer["day"], answer["rack"], answer["best"]) == ("2026-11-19", "BBEIILS", "O1 BIBLES")
    assert answer["position"].endswith("BBEIILS/ 237/286 0")
    plain = json.loads(CliRunner().invoke(APP, ["puzzle", "--day", "2026-11-19", "--json"]).output)
    assert plain.keys() == {"day", "position", "rack"}


def test_a_day_without_a_puzzle_is_refused() -> None:
    refused = CliRunner().invoke(APP, ["puzzle", "--day", "2019-12-31"])
    assert isinstance(refused.exception, MalformedError) or refused.exit_code == 2

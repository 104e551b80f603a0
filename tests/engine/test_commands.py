"""The commands `moves`, `selfplay` and `train leaves`, and what they say to bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.positions import variant
from wordwaiter._core import WordGraph
from wordwaiter.cli.main import build_app
from wordwaiter.engine import (
    Engine,
    Plan,
    pack_leaves,
    play_games,
    read_leaves,
    shipped_leaves,
    train_leaves,
    unpack_leaves,
)
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, Tile, TileSet, shipped_tile_set
from wordwaiter.rules.reading import shipped_rulebook

APP = build_app(["moves", "selfplay", "train"])
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


def small_engine() -> Engine:
    """An engine for a set of few tiles, which has few leaves."""
    tiles = tuple(Tile(label, 1, 6) for label in "AEINOST")
    few = variant(shipped_rulebook("club"), tile_set=TileSet("few", "Few", "en", tiles, 1, {}))
    return Engine.of_graph(WordGraph.build(FEW, few.table.tile_set.labels), few)


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


def test_a_training_of_another_plan_is_not_gone_on_with(tmp_path: Path) -> None:
    train_leaves(small_engine(), Plan(16, 3), tmp_path / "part")
    with pytest.raises(MalformedError) as caught:
        train_leaves(small_engine(), Plan(16, 4), tmp_path / "part")
    assert caught.value.code == "other-training"


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


def test_games_end_and_are_counted() -> None:
    played = play_games(small_engine(), 20, seed=8)
    assert played.games == 20
    assert sum(played.wins) <= 20
    assert played.score(0).within > 0

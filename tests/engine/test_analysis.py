"""`wordwaiter analyse` and `analyse_game`: each turn of a game beside the best one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.test_simulation import engine
from wordwaiter.cli.main import build_app
from wordwaiter.engine import SimulationEffort
from wordwaiter.engine.analysis import AnalysedGame, Mistake, analyse_game
from wordwaiter.engine.candidates import candidates_of
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.rules.board import empty_board

APP = build_app(["analyse"])
PLAYERS = "#player1 Ada Ada\n#player2 Bo Bo\n"
BLUNDER = f"{PLAYERS}>Ada: AEINRTE 8H EAR +6 6\n>Bo: AEGNRST - +0 0\n>Ada: EINTTUV -UV +0 6\n"
"""Ada and Bo could both play all tiles; Bo passes."""


def analysed(gcg: str, draws: int = 150) -> AnalysedGame:
    return analyse_game(engine(), read_gcg(gcg.encode(), "game").record, SimulationEffort(draws=draws))


@pytest.mark.long
def test_a_pass_with_a_full_rack_play_is_a_large_mistake() -> None:
    game = analysed(BLUNDER)
    assert [turn.played.turn.text(turn.found.stand.board) for turn in game.turns] == ["8H EAR", "-", "-UV"]
    first, second, _ = game.turns
    assert (first.mistake, second.mistake) == (Mistake.LARGE, Mistake.LARGE)
    assert second.lost > 0.1
    points = second.found.best.turn.score
    assert f" is better: it scores {points} more" in second.explanation()
    assert [len(game.mistakes(player)) for player in (0, 1)] == [2, 1]
    assert second.found.stand.scores == (0, 6), "those of the side to move come first"


@pytest.mark.long
def test_the_best_turn_is_no_mistake() -> None:
    best = analysed(BLUNDER).turns[0].found.best.turn
    text, score = best.text(empty_board(engine().layout, engine().tile_set)), best.score
    [turn] = analysed(f"{PLAYERS}>Ada: AEINRTE {text} +{score} {score}\n").turns
    assert turn.played is turn.found.best
    assert (turn.mistake, turn.explanation()) == (None, "")


def test_a_rack_that_is_known_in_part_is_marked_and_nobody_is_blamed() -> None:
    [turn] = analysed(f"{PLAYERS}>Ada: EAR 8H EAR +6 6\n", 20).turns
    assert not turn.is_rack_known
    assert len(turn.inferred) == 4
    assert turn.mistake is None


def test_a_rack_that_nobody_recorded_is_one_from_which_the_play_was_a_good_choice() -> None:
    """GLOW is no choice for whoever could play all tiles."""
    text = f"{PLAYERS}>Ada: 8H GLOW +16 16\n>Bo: 9K EX +25 25\n"
    first, second = analysed(text, 20).turns
    assert [len(turn.found.stand.racks[0]) for turn in (first, second)] == [7, 7]
    assert not set("GLOW") - set(first.found.stand.racks[0].tiles)
    assert first.inferred == analysed(text, 5).turns[0].inferred, "the same each time"
    best = candidates_of(engine(), first.found.stand, 1)[0]
    assert best.equity_thousandths - first.played.turn.equity_thousandths <= 500
    assert (first.mistake, first.luck, second.luck) == (None, None, None)


def test_turns_that_cannot_be_analysed_are_named() -> None:
    game = analysed(f"{PLAYERS}>Ada: AEINRTE 8H EAR +6 6\n>Bo: AEGNRST -3 +0 0\n", 5)
    assert len(game.turns) == 1
    assert game.left_out == ("Line 4 was left out: the record does not say which tiles were exchanged.",)


def test_a_play_that_was_challenged_off_is_left_out() -> None:
    game = analysed(f"{PLAYERS}>Ada: AEINRTE 8H TARE +8 8\n>Ada: AEINRTE -- -8 0\n>Bo: AEGNRST - +0 0\n", 5)
    assert [turn.player for turn in game.turns] == [1]
    assert game.turns[0].found.stand.board.is_empty


def test_a_word_in_no_list_is_analysed_with_the_points_it_was_given() -> None:
    [turn] = analysed(f"{PLAYERS}>Ada: AEINRTE 8H RAEN +8 8\n", 5).turns
    assert turn.played.turn.score == 8


def test_more_than_two_players_are_refused() -> None:
    with pytest.raises(MalformedError) as caught:
        analysed(f"{PLAYERS}#player3 Cy Cy\n>Ada: AEINRTE 8H EAR +6 6\n")
    assert caught.value.code == "not-two-players"


@pytest.mark.long
def test_the_command_answers_for_a_file_and_a_folder(tmp_path: Path) -> None:
    for name in ("one.gcg", "two.gcg"):
        (tmp_path / name).write_text(BLUNDER)
    report = tmp_path / "report.html"
    arguments = ["analyse", str(tmp_path), "--seconds-per-move", "0", "--html", str(report), "--json"]
    told = json.loads(CliRunner().invoke(APP, arguments, catch_exceptions=False).stdout)
    assert [Path(game["file"]).name for game in told["games"]] == ["one.gcg", "two.gcg"]
    assert [turn["turn"] for turn in told["games"][0]["turns"]] == ["8H EAR", "-", "-UV"]
    page = report.read_text()
    assert page.count("<h2>Ada and Bo</h2>") == 2
    assert "How often Ada wins, turn by turn" in page
    one = ["analyse", str(tmp_path / "one.gcg"), "--seconds-per-move", "0.05", "--threads", "1"]
    lines = CliRunner().invoke(APP, one, catch_exceptions=False).stdout.splitlines()
    assert lines[1].split() == ["line", "player", "turn", "wins", "lost", "mistake", "best", "wins"]
    assert [line.split()[:2] for line in lines[2:5]] == [["3", "Ada"], ["4", "Bo"], ["5", "Ada"]]


def test_a_folder_without_games_and_a_broken_record_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedError) as caught:
        CliRunner().invoke(APP, ["analyse", str(tmp_path)], catch_exceptions=False)
    assert caught.value.code == "no-games"
    cut = tmp_path / "cut.gcg"
    cut.write_text(f"{PLAYERS}>Ada: AEINRTE 8H")
    with pytest.raises(MalformedFileError):
        CliRunner().invoke(APP, ["analyse", str(cut)], catch_exceptions=False)


def test_a_folder_tells_of_players_and_leaves_out_what_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "one.gcg").write_text(BLUNDER)
    (tmp_path / "cut.gcg").write_text(f"{PLAYERS}>Ada: AEINRTE 8H")
    arguments = [
        "analyse",
        str(tmp_path),
        "--draws",
        "150",
        "--threads",
        "1",
        "--keep",
        str(tmp_path / "kept"),
    ]
    told = CliRunner().invoke(APP, arguments, catch_exceptions=False)
    assert told.stderr.startswith("Left out: ")
    assert "cut.gcg" in told.stderr
    lines = told.stdout.splitlines()
    assert [line.split()[:2] for line in lines if line.startswith(("Player ", "Ada ", "Bo "))] == [
        ["Player", "Games"],
        ["Ada", "1"],
        ["Bo", "1"],
    ]
    assert "misses a play of all tiles: once" in told.stdout
    assert (tmp_path / "kept" / "club" / "one.gcg.json").is_file()
    again = CliRunner().invoke(APP, arguments, catch_exceptions=False)
    assert again.stdout == told.stdout


def test_a_folder_of_records_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.gcg").write_text(f"{PLAYERS}>Ada: AEINRTE 8H")
    with pytest.raises(MalformedError) as caught:
        CliRunner().invoke(APP, ["analyse", str(tmp_path)], catch_exceptions=False)
    assert caught.value.code == "no-games"


def test_a_notebook_shows_a_game_and_a_name_is_only_text_in_it() -> None:
    game = analysed(BLUNDER.replace("Ada Ada", "Ada <b>Ada</b>"), draws=20)
    table = game._repr_html_()
    assert "<td>&lt;b&gt;Ada&lt;/b&gt;</td><td>8H EAR</td>" in table
    assert table.count("<tr>") == 1 + len(game.turns)

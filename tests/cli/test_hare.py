"""`wordwaiter hare`: solve, check and rank, and what they say to bad input."""

import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import COMMAND, Run
from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, Progress, solve
from wordwaiter.lexicon.withheld import withheld_words

QUICK = ("--steps", "300", "--threads", "2")


@pytest.mark.long
def test_the_best_board_is_drawn_and_tallied_word_by_word(run: Run) -> None:
    end = run("hare", "solve", "--start", "read", "--sponsor", "Acme", "--sponsor", "", *QUICK)
    assert (end.status, end.err) == (0, "")
    lines = end.out.splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMNO")
    assert any("READ" in line for line in lines)
    assert any(line.split()[:1] == ["total"] for line in lines)
    assert lines[-1].endswith(" s.")


@pytest.mark.parametrize(("options", "is_there"), [((), False), (("--all-words",), True)])
def test_a_board_is_looked_for_without_words_that_are_not_shown(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], is_there: bool
) -> None:
    looked: list[HarePuzzle] = []

    def look(puzzle: HarePuzzle, effort: Effort, report: Callable[[Progress], None] | None) -> BestBoard:
        looked.append(puzzle)
        return solve(puzzle, effort, report)

    monkeypatch.setattr("wordwaiter.cli.hare.solve.solve", look)
    assert run("hare", "solve", "--start", "read", *options, *QUICK).status == 0
    (enable,) = looked[0].lists
    assert "READ" in enable
    assert any(word in enable for word in withheld_words()) is is_there


def test_without_a_command_all_of_them_are_listed(run: Run) -> None:
    end = run("hare")
    assert (end.status, end.err) == (2, "")
    assert "check" in end.out.partition("Commands:")[2]


def test_the_json_has_what_programs_need(run: Run, tmp_path: Path) -> None:
    tiles = ("--removed", "qz?", "--bought-back", "Z")
    end = run("hare", "solve", "--start", "READ", "--surprise", "turtle", *tiles, "--json", *QUICK)
    answer = json.loads(end.out)
    assert {"total", "board", "words", "bonuses", "tiles_used"} <= answer.keys()
    assert [len(row) for row in answer["board"]] == [15] * 15
    assert sum(sign != "." for row in answer["board"] for sign in row) == answer["tiles_used"]
    board = tmp_path / "board.txt"
    board.write_text("\n".join(answer["board"]))
    tally = run(
        "tally", board, "--start", "READ", "--surprise", "turtle", "--removed", "q?", "--judge", "--json"
    )
    assert tally.status == 0
    told = json.loads(tally.out)
    assert (told["total"], told["words"], told["bonuses"]) == (
        answer["total"],
        answer["words"],
        answer["bonuses"],
    )


@pytest.mark.long
def test_the_same_seed_gives_the_same_board(run: Run) -> None:
    def board(threads: str) -> object:
        end = run("hare", "solve", "--start", "READ", "--steps", "600", "--threads", threads, "--json")
        return json.loads(end.out)["board"]

    assert board("1") == board("3")


@pytest.mark.process
def test_ctrl_c_gives_the_best_board_so_far() -> None:
    # The line that tells of progress is shown on a terminal alone, and says that the search goes on.
    terminal, line = pty.openpty()
    with subprocess.Popen(
        [COMMAND, "hare", "solve", "--start", "READ", "--seconds", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=line,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
        # Tests that a shell runs in the background ignore Ctrl-C, and so would what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        os.close(line)
        seen = b""
        while b"best so far" not in seen:
            seen += os.read(terminal, 1024)
        for _ in range(2):  # somebody who presses it twice has the board, too
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    os.close(terminal)
    answer = json.loads(out)
    assert process.returncode == 0
    assert answer["interrupted"] is True
    assert answer["tiles_used"] >= 4


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--start", "QUIZ", "--removed", "Q??"), "QUIZ lacks Q and there are 0 blanks"),
        (("--start", "TORTOISES"), "from 8H to the edge 8 fit"),
        (("--start", "READ", "--removed", "QQ"), "you cannot take out"),
        (
            ("--start", "READ", "--removed", "Q", "--bought-back", "Z"),
            "more Z tiles were bought back than taken out",
        ),
        (("--start", "READ", "--seconds", "1", "--steps", "1"), "not both"),
        (("--start", "READ", "--rulebook", "iowa"), "scores turn by turn"),
        (("--start", "READ", "--lexicon", "nothing"), "nothing"),
        (("--start", "READ", "--extra", "A1"), "1"),
        (("--start", "READ", "--seconds", "-1"), "--seconds"),
        (("--start", "READ", "--steps", "99999999999999999999"), "--steps"),
        ((), "--start"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(
    run: Run, arguments: tuple[str, ...], part: str
) -> None:
    run("hare", "solve", *arguments).refused(part)


def test_a_zero_time_limit_gives_the_starting_word(run: Run) -> None:
    answer = json.loads(run("hare", "solve", "--start", "READ", "--seconds", "0", "--json").out)
    assert (answer["tiles_used"], answer["total"]) == (4, -172)


@pytest.mark.long
def test_the_check_fits_one_screen_and_says_what_is_wrong(run: Run) -> None:
    good = run("hare", "check", "--start", "READ", "--sponsor", "ACME", "--steps", "1500", "--board")
    assert good.status == 0
    *board, verdict = good.out.splitlines()
    assert board[0].split() == list("ABCDEFGHIJKLMNO")
    assert verdict.startswith("All words go together")
    assert len(board) <= 22
    bad = run("hare", "check", "--start", "READ", "--sponsor", "ZZTOP", "--steps", "50", "--json")
    assert bad.status == 1
    assert json.loads(bad.out)["missing"] == ["ZZTOP"]


@pytest.mark.long
def test_starting_words_are_ranked(run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("grand\nliteracy  # asked for by the library\n")
    removed = ("--removed", "", "--removed", "QZ", "--removed", "zq")
    end = run("hare", "rank", "READ", "--file", words, *removed, "--steps", "60", "--json")
    ranked = json.loads(end.out)["candidates"]
    assert len(ranked) == 6
    assert [each["total"] for each in ranked] == sorted((each["total"] for each in ranked), reverse=True)
    shown = run("hare", "rank", "READ", "QUIZ", "--removed", "Q??", "--steps", "60")
    _, first, second, *why = shown.out.splitlines()
    assert first.split()[:3] == ["1", "READ", "Q??"]
    assert second.split() == ["2", "QUIZ", "Q??", "none"]
    assert "QUIZ lacks Q and there are 0 blanks; remove fewer" in " ".join(" ".join(why).split())
    words.write_bytes("read\nécole\n".encode("latin-1"))
    run("hare", "rank", "--file", words).refused("words.txt:2: is not UTF-8 text")
    run("hare", "rank", "READ", "--rulebook", "iowa").refused("scores turn by turn")
    run("hare", "rank").refused("give starting words to compare")
    run("hare", "rank", "READ", "--cluster", "nonsense").refused("there is no cluster at")

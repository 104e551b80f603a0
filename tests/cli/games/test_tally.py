"""`wordwaiter tally`: for people, for programs, and with boards that cannot be read."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Outcome, Run

EMPTY = "." * 15

EVENING = {
    7: ".............A.",
    8: ".......LITERACY",
    9: ".........U.O.M.",
    10: ".........R.T.E.",
    11: ".........T.A...",
    12: ".........L.R...",
    13: ".........E.Y...",
}
"""Four words, worked out by hand in the tests of the tally: 84 + 8 + 20 + 10."""

ANNOUNCED = ("--start", "LITERACY", "--surprise", "turtle", "--sponsor", "Rotary", "--sponsor", "acme")


def written(rows: dict[int, str]) -> str:
    return "".join(f"{rows.get(number, EMPTY)}\n" for number in range(1, 16))


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "owls.txt"
    path.write_text(written(EVENING))
    return path


def answer(outcome: Outcome) -> dict[str, Any]:
    value = json.loads(outcome.out)
    assert isinstance(value, dict)
    return value


@pytest.mark.clause("bee-hare-5-6")
def test_the_tally_is_told_word_by_word_with_the_total(run: Run, evening: Path) -> None:
    outcome = run("tally", evening, "--rulebook", "bee-hare", *ANNOUNCED)
    assert outcome.status == 0
    assert outcome.err == ""
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert "8H LITERACY L1 I1 T1 E1 R1×2 A1 C3 Y4 ×2 ×3 84" in lines
    assert "4 words 122" in lines
    assert "L8 ROTARY sponsor +100" in lines
    assert "J8 TURTLE surprise +50" in lines
    assert "total 216" in lines
    assert max(map(len, outcome.out.splitlines())) < 80


@pytest.mark.clause("bee-hare-5-6")
def test_programs_get_the_same_as_json(run: Run, evening: Path) -> None:
    outcome = run("tally", evening, *ANNOUNCED, "--json")
    assert outcome.status == 0
    told = answer(outcome)
    assert told["total"] == 216
    assert [(each["word"], each["square"], each["direction"], each["points"]) for each in told["words"]] == [
        ("LITERACY", "8H", "across", 84),
        ("ACME", "N7", "down", 10),
        ("TURTLE", "J8", "down", 8),
        ("ROTARY", "L8", "down", 20),
    ]
    assert [(each["kind"], each["word"], each["points"]) for each in told["bonuses"]] == [
        ("sponsor", "ROTARY", 100),
        ("sponsor", "ACME", 100),
        ("surprise", "TURTLE", 50),
    ]
    assert told["unplayed"]["points"] == 156
    assert len(told["unplayed"]["tiles"]) == 100 - 8 - 5 - 5 - 3
    assert told["problems"] == []


def test_the_board_is_read_from_standard_input(run: Run) -> None:
    outcome = run("tally", "-", *ANNOUNCED, "--json", given=written(EVENING).encode())
    assert answer(outcome)["total"] == 216


def test_blank_lines_windows_ends_and_a_byte_order_mark_do_no_harm(run: Run) -> None:
    given = "\ufeff\r\n" + written(EVENING).replace("\n", "\r\n") + "\r\n"
    assert answer(run("tally", "-", *ANNOUNCED, "--json", given=given.encode()))["total"] == 216


@pytest.mark.clause("bee-1")
def test_a_board_with_which_something_is_wrong_is_tallied_and_exits_with_1(run: Run) -> None:
    given = written(EVENING | {1: "CAT............"}).encode()
    outcome = run("tally", "-", *ANNOUNCED, given=given)
    assert outcome.status == 1
    assert "1A CAT is not connected to the other words (bee-1) [not-connected]" in outcome.out
    told = answer(run("tally", "-", *ANNOUNCED, "--json", given=given))
    assert [problem["code"] for problem in told["problems"]] == ["not-connected"]
    # C 3, A 1, T 1, tripled by the red corner: 15 more, and 5 fewer unplayed.
    assert told["total"] == 216 + 15 + 5


@pytest.mark.clause("bee-sponsor")
def test_an_altered_sponsor_is_told_and_is_no_fault(run: Run) -> None:
    outcome = run("tally", "-", *ANNOUNCED, given=written(EVENING | {11: ".........T.A.S."}).encode())
    assert outcome.status == 0
    assert "N7 ACMES is not ACME: an altered sponsor word brings no bonus (bee-sponsor)" in outcome.out
    assert "total" in outcome.out
    assert outcome.out.split("total")[1].split()[0] == "118"


@pytest.mark.clause("bee-sponsor")
def test_a_sponsor_that_cannot_be_laid_is_pointed_out(run: Run, evening: Path) -> None:
    outcome = run("tally", evening, *ANNOUNCED, "--sponsor", "B&B")
    assert outcome.status == 0
    assert "no team can lay B&B: it has '&', which is on no tile" in outcome.out
    told = answer(run("tally", evening, *ANNOUNCED, "--sponsor", "B&B", "--json"))
    assert [each["words"] for each in told["announcement"]] == [["B&B"]]
    assert told["problems"] == []


@pytest.mark.clause("bee-12")
@pytest.mark.clause("bee-hare-7")
def test_removed_tiles_are_not_unplayed(run: Run, evening: Path) -> None:
    told = answer(run("tally", evening, *ANNOUNCED, "--removed", "qz?ee", "--json"))
    assert told["unplayed"]["points"] == 156 - 22


@pytest.mark.clause("bee-12")
def test_where_nobody_noted_the_removed_tiles_the_value_left_over_is_given(run: Run, evening: Path) -> None:
    outcome = run("tally", evening, *ANNOUNCED, "--removed-count", "20", "--unplayed-value", "117")
    assert outcome.status == 0
    assert outcome.out.split("total")[1].split()[0] == str(122 + 250 - 117)
    asked = run("tally", evening, *ANNOUNCED, "--removed-count", "20")
    assert asked.status == 1
    assert "enter what they are worth" in " ".join(asked.out.split())


@pytest.mark.clause("bee-8-9")
def test_only_a_judges_tally_says_which_words_are_not_good(run: Run) -> None:
    given = written(EVENING | {14: ".........X....."}).encode()
    open_to_all = run("tally", "-", *ANNOUNCED, "--json", given=given)
    assert open_to_all.status == 0
    assert "lists" not in answer(open_to_all)
    judged = run("tally", "-", *ANNOUNCED, "--judge", "--json", given=given)
    assert judged.status == 1
    told = answer(judged)
    bad = [problem["words"] for problem in told["problems"] if problem["code"] == "not-good"]
    assert bad == [["TURTLEX"]]
    assert told["total"] == answer(open_to_all)["total"]
    assert [each["name"] for each in told["lists"]] == ["enable"]


@pytest.mark.clause("bee-8-9")
def test_a_sponsors_name_is_good_for_a_judge_though_no_list_has_it(run: Run) -> None:
    rows = {8: ".......ROTARYS.", 9: ".......A.......", 10: ".......N......."}
    rotarys = run("tally", "-", "--sponsor", "ROTARYS", "--judge", given=written(rows).encode())
    assert rotarys.status == 0
    assert run("tally", "-", "--judge", given=written(rows).encode()).status == 1


@pytest.mark.clause("bee-surprise")
def test_a_tortoise_board_is_tallied_for_its_bonuses(run: Run, evening: Path) -> None:
    told = answer(run("tally", evening, "--rulebook", "bee-tortoise", *ANNOUNCED, "--json"))
    assert (told["total"], told["words"]) == (250, [])


class TestUnreadable:
    @pytest.mark.parametrize(
        ("text", "line", "reason"),
        [
            (f"{EMPTY}\n" * 14, 14, "the board has 14 rows; the standard layout has 15"),
            (f"{EMPTY}\n" * 16, 16, "the board has 16 rows; the standard layout has 15"),
            (written({3: "." * 16}), 3, "row 3 has 16 squares; the standard layout has 15"),
            ("\n\n" + written({3: "." * 14}), 5, "row 3 has 14 squares"),
            (written({8: ".......G7OW...."}), 8, "the English set has no tile '7'"),
            (written({8: ".......GL?W...."}), 8, "the English set has no tile '?'"),
            ("", 1, "the board has 0 rows"),
        ],
    )
    def test_what_is_no_board_is_refused_with_file_line_and_reason(
        self, run: Run, tmp_path: Path, text: str, line: int, reason: str
    ) -> None:
        path = tmp_path / "board.txt"
        path.write_text(text)
        run("tally", path, "--start", "GLOW").refused(f"{path}:{line}: ", reason)

    def test_standard_input_is_named_too(self, run: Run) -> None:
        run("tally", "-", given=b"...\n").refused("standard input:1: the board has 1 rows")

    def test_what_is_no_text_is_refused(self, run: Run) -> None:
        run("tally", "-", given=b"..\n\xff\xfe").refused("standard input:2: ", "UTF-8")
        run("tally", "-", given=b"\0" * 300).refused("standard input:1: ")
        run("tally", "-", given=b"." * 200_000).refused(
            "is far too large for a board, which has a few hundred characters"
        )

    def test_a_missing_file_or_a_folder_is_refused(self, run: Run, tmp_path: Path) -> None:
        run("tally", tmp_path / "none.txt").refused("none.txt")
        run("tally", tmp_path).refused(str(tmp_path))

    @pytest.mark.parametrize(
        ("arguments", "part"),
        [
            (("--start", "EDUCATION"), "from 8H to the edge 8 fit"),
            (("--start", "B&B"), "no team can lay B&B"),
            (("--removed", "ZZ"), "you cannot take out 2 × Z; the"),
            (("--removed", "7"), "the English set has no tile '7'"),
            (("--removed", "Q", "--removed-count", "1"), "not both"),
            (("--removed-count", "101"), "you cannot take out 101 tiles; the set has 100"),
            (("--removed-count", "3", "--unplayed-value", "-4"), "must be 0 or more"),
            (("--unplayed-value", "4"), "needs --removed-count"),
            (("--lexicon", "enable"), "--judge"),
            (("--judge", "--lexicon", "nosuch"), "nosuch"),
            (("--rulebook", "nosuch"), "nosuch"),
            (("--rulebook", "iowa"), "scores turn by turn"),
            (
                ("--rulebook", "bee-tortoise", "--removed", "Q"),
                "takes no tiles out; leave out the removed tiles",
            ),
        ],
    )
    def test_options_that_make_no_sense_are_refused(
        self, run: Run, evening: Path, arguments: tuple[str, ...], part: str
    ) -> None:
        run("tally", evening, *arguments).refused(part)


def test_a_terminal_without_the_sign_for_times_gets_an_x(start: Run, evening: Path) -> None:
    outcome = start("tally", evening, *ANNOUNCED, env={"PYTHONIOENCODING": "ascii"})
    assert outcome.status == 0
    assert "R1x2" in outcome.out


def test_unplayed_tiles_are_printed_as_what_they_take(run: Run, evening: Path) -> None:
    lines = run("tally", evening, *ANNOUNCED).out.splitlines()
    (unplayed,) = (line for line in lines if line.rstrip().endswith("156"))
    assert unplayed.rstrip().endswith(" -156")

"""`wordwaiter rulebook`: what it prints, and with which status it ends."""

import json
from pathlib import Path

import pytest

from wordwaiter.cli import main
from wordwaiter.rules.rulebooks.reading import parse_rulebook, shipped_rulebook, shipped_rulebooks

FOLDER = Path(__file__).parent


class Answer:
    """What one run of the command printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def wordwaiter(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Run":
    return Run(monkeypatch, capsys)


class Run:
    """Runs the command line in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: str) -> Answer:
        self.monkeypatch.setattr("sys.argv", ["wordwaiter", "rulebook", *arguments])
        with pytest.raises(SystemExit) as end:
            main.run()
        printed = self.capsys.readouterr()
        return Answer(int(end.value.code or 0), printed.out, printed.err)


def test_list_prints_every_shipped_rulebook(wordwaiter: Run) -> None:
    answer = wordwaiter("list")
    assert answer.status == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(shipped_rulebooks())
    assert json.loads(wordwaiter("list", "--json").out)[0] == {
        "name": "androscoggin",
        "title": "Literacy Volunteers - Androscoggin",
    }


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_show_prints_the_rules_with_their_clauses(wordwaiter: Run, name: str) -> None:
    answer = wordwaiter("show", name)
    assert answer.status == 0
    assert answer.out.startswith(f"{shipped_rulebook(name).title} ({name})\n")
    assert max(map(len, answer.out.splitlines())) <= 96
    printed = " ".join(answer.out.split())
    for clauses in (
        origin.clauses for key, origin in shipped_rulebook(name).origins.items() if key == "turns.exchange"
    ):
        assert all(clause in printed for clause in clauses)


def test_show_marks_clauses_that_were_read_where_the_source_is_silent(wordwaiter: Run) -> None:
    printed = " ".join(wordwaiter("show", "ontario").out.split())
    assert "[ontario-6*]" in printed
    assert "ontario-6: Hold may be called from the announcement until the tiles have been drawn" in printed
    assert "At least 7" not in printed
    assert "the bag must hold at least 7 tiles" in printed


def test_show_prints_a_file_to_copy(wordwaiter: Run, tmp_path: Path) -> None:
    text = wordwaiter("show", "iowa", "--toml").out
    assert parse_rulebook(text, tmp_path) == shipped_rulebook("iowa")


def test_show_as_json_has_the_settings_and_the_sheet(wordwaiter: Run) -> None:
    answer = json.loads(wordwaiter("show", "iowa", "--json").out)
    assert answer["settings"]["turns"]["passing"] == {"is": "allowed", "clause": "iowa-7"}
    assert answer["sheet"]["sections"][1]["title"] == "The table"


def test_show_takes_a_file_of_ones_own(wordwaiter: Run) -> None:
    answer = wordwaiter("show", str(FOLDER / "our-hall.toml"))
    assert answer.status == 0
    assert answer.out.startswith("Our hall (our-hall)\n")


def test_show_refuses_what_it_does_not_know(wordwaiter: Run) -> None:
    answer = wordwaiter("show", "nebraska")
    assert answer.status == 2
    assert answer.err.startswith("wordwaiter: there is no rulebook 'nebraska'; choose androscoggin,")
    assert answer.err.count("\n") == 1
    assert wordwaiter("show", "iowa", "--json", "--toml").status == 2


def test_check_says_that_a_rulebook_is_right(wordwaiter: Run) -> None:
    path = str(FOLDER / "our-hall.toml")
    answer = wordwaiter("check", path)
    assert (answer.status, answer.out) == (0, f"{path}: the rulebook our-hall is right\n")


def test_check_prints_every_fault_with_file_and_line(wordwaiter: Run, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'name = "ours"\ntitle = "Ours"\nbased_on = "club"\n\n[scoring]\n'
        'full_rack_bonus = { is = -50, choice = "harsh" }\nsilly = 1\n'
    )
    answer = wordwaiter("check", str(path))
    assert answer.status == 2
    assert answer.err.splitlines() == [
        f"{path}:6: scoring.full_rack_bonus: must be 0 to 1000000, not -50",
        f"{path}:7: [scoring] has no setting 'silly'",
    ]
    told = json.loads(wordwaiter("check", str(path), "--json").out)
    assert told[0]["right"] is False
    assert [(fault["line"], fault["code"]) for fault in told[0]["faults"]] == [
        (6, "out-of-range"),
        (7, "unknown-setting"),
    ]


def test_check_refuses_a_file_that_is_not_there(wordwaiter: Run) -> None:
    answer = wordwaiter("check", "nowhere.toml")
    assert answer.status == 2
    assert answer.err == "wordwaiter: nowhere.toml: No such file or directory\n"


def test_compare_prints_where_two_differ(wordwaiter: Run) -> None:
    answer = wordwaiter("compare", "club", "club-5")
    assert answer.status == 0
    assert " ".join(answer.out.split()) == (
        "challenge.if_good: What follows when all challenged words are good. "
        "club: If all challenged words are good, the challenger loses the turn that comes now. [choice] "
        "club-5: If all challenged words are good, the side that was challenged gains 5 points. [choice]"
    )
    assert (
        json.loads(wordwaiter("compare", "club", "club-5", "--json").out)[0]["setting"] == "challenge.if_good"
    )


def test_compare_says_when_there_is_no_difference(wordwaiter: Run) -> None:
    assert wordwaiter("compare", "iowa", "iowa").out == "iowa and iowa are the same rules\n"


def test_compare_tells_what_only_one_of_them_has(wordwaiter: Run) -> None:
    out = wordwaiter("compare", "bee-hare", "bee-tortoise").out
    assert "  bee-tortoise: has no such setting" in out

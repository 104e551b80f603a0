"""Table scripts: the rulebooks told as games, the language itself, and recorded tables written out."""

from pathlib import Path

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game, owls
from wordwaiter.errors import MalformedFileError
from wordwaiter.game.result import scores
from wordwaiter.game.table import TableKind
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_running import Failure, Run, run_script
from wordwaiter.notation.script_writing import write_script
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

TABLES = Path(__file__).parent.parent / "tables"
SCRIPTS = sorted(TABLES.rglob("*.table"))


def run(text: str, path: str = "told.table") -> Run:
    script = parse_script(text, path)
    return run_script(script, shipped_rulebook(script.opening.rulebook))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_table_plays_as_the_script_tells(path: Path) -> None:
    assert run(path.read_text("utf-8")).failures == ()


def test_a_script_stands_in_the_folder_of_its_rulebook_and_cites_its_clause() -> None:
    assert len(SCRIPTS) >= 15
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        assert parse_script(text, path).opening.rulebook == path.parent.name
        cited = {
            word for line in text.splitlines() if line.startswith("# clause ") for word in line.split()[2:]
        }
        assert not cited or any(path.stem.startswith(clause) for clause in cited)


HEAD = "rulebook iowa\nsides Ann | Ben\n0:00 Ann: draws A\n0:00 Ben: draws B\n"


def test_an_expectation_that_does_not_hold_says_line_wanted_and_found() -> None:
    told = run(f"{HEAD}0:30 Ann: plays 8D RETINA\nexpect score Ann 15\nexpect turn Ann\nexpect bag 86\n")
    assert told.failures == (
        Failure(6, "score Ann 15", "score Ann 14"),
        Failure(7, "turn Ann", "turn Ben"),
    )


def test_a_refusal_that_was_not_expected_is_a_failure_of_its_line() -> None:
    told = run(f"{HEAD}Ann: plays 8D R\n")
    assert [(failure.line, failure.expected) for failure in told.failures] == [(5, "accepted")]
    assert "one-letter-first-word" in told.failures[0].found


def test_a_refusal_must_name_the_clause_or_the_code() -> None:
    refused = f"{HEAD}Ann: plays 8D R\nexpect refused "
    assert run(f"{refused}iowa-1\n").failures == ()
    assert run(f"{refused}one-letter-first-word\n").failures == ()
    assert [failure.line for failure in run(f"{refused}iowa-9\n").failures] == [6]


def test_a_play_that_was_to_be_refused_and_was_not_is_a_failure() -> None:
    told = run(f"{HEAD}Ann: plays 8D RETINA\nexpect refused iowa-1\n")
    assert told.failures == (Failure(6, "refused iowa-1", "accepted"),)


def test_a_refused_line_changes_nothing() -> None:
    told = run(
        f"{HEAD}Ann: plays 8D R\nexpect refused iowa-1\nexpect turn Ann\nexpect score Ann 0\nexpect bag 86\n"
    )
    assert told.failures == ()


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("sides Ann | Ben\n", None, "rulebook"),
        ("rulebook iowa\n", None, "sides"),
        ("rulebook iowa\nrulebook iowa\n", 2, "set twice"),
        ("rulebook iowa\nsides Ann | judge\n", 2, "'judge'"),
        ("rulebook iowa\nkind cardboard\n", 2, "cardboard"),
        (f"{HEAD}Ann plays 8D RETINA\n", 5, "says nothing"),
        (f"{HEAD}Ann: sings\n", 5, "cannot do 'sings'"),
        (f"{HEAD}judge: plays 8D RETINA\n", 5, "judge cannot do"),
        (f"{HEAD}expect rain\n", 5, "rain"),
        (f"{HEAD}Cy: passes\n", 5, "Cy"),
        (f"{HEAD}Ann: plays RETINA\n", 5, "RETINA"),
        (f"{HEAD}0:10 Ann: passes\n0:05 Ben: passes\n", 6, "clock"),
        (f"{HEAD}expect score Cy 3\n", 5, "Cy"),
        (f"{HEAD}Ann: exchanges\n", 5, "exchanges"),
        (f"{HEAD}Ann: exchanges {'9' * 5000}\n", 5, "'9'"),
        (f"{HEAD}Ann: scores {'9' * 5000}\n", 5, "is not a whole number"),
        (f"{HEAD}director: corrects {'9' * 5000} 8D RETINA\n", 5, "cannot be read"),
        ("rulebook iowa\nsides Ann | Ben\nexpect refused iowa-1\n", 3, "no line above"),
        ("rulebook iowa\nsides Ann | Ben\nposition 15/15 / 0/0 0\n", 3, "rows"),
        ("rulebook iowa\nsides Ann | Ben | Cy\n", None, "two sides"),
    ],
)
def test_a_script_that_cannot_be_read_is_refused_with_its_line(
    text: str, line: int | None, part: str
) -> None:
    with pytest.raises(MalformedFileError) as refusal:
        run(text)
    assert refusal.value.line == line
    assert part in str(refusal.value)
    assert str(refusal.value).startswith("told.table")


def test_the_same_seed_tells_the_same_virtual_game() -> None:
    text = "rulebook club\nsides Ann | Ben\nkind virtual 42\nAnn: draws\nBen: draws\n"
    assert run(text).facts == run(text).facts
    assert run(text).facts != run(text.replace("42", "43")).facts


def written_and_run(game: Told) -> Run:
    again = run(write_script(game.rulebook, game.facts))
    assert again.failures == ()
    assert again.table.position.board == game.table.position.board
    assert scores(again.table) == scores(game.table)
    return again


def test_a_recorded_table_written_out_tells_the_same_game() -> None:
    game = ann_and_ben("grand-island").at("0:30").plays("Ann", "8D RETINA").at("0:40").fills("Ann")
    game.at("0:50").challenges("Ben", "RETINA").at("1:00").rules_bad()
    game.at("1:30").lays("Ben", "8D RETAIN").at("1:40").announces("Ben").at("2:00").exchanges("Ann", 3)
    game.at("2:30").corrects(2, "8D RETINA").pauses().at("3:00").resumes().passes("Ben").undoes().ends()
    again = written_and_run(game.at("3:30").has("Ann", "AEIOUST").has("Ben", "BCDFGHJ"))
    assert again.facts == tuple(game.facts)


def test_a_table_from_a_position_and_its_count_are_written_out() -> None:
    game = late_in_the_game("iowa", "SQE", "S", "QE", scores=(300, 310)).at("0:20").plays("Ann", "8D RETINAS")
    again = written_and_run(game.signs("Ann").signs("Ben"))
    assert again.table.signatures == (0, 1)


def test_a_teams_table_is_written_out_with_its_words() -> None:
    written_and_run(owls(surprise="TURTLE", sponsors="ACME").plays("Ann", "8H ....ING").passes("Ben"))


def test_a_virtual_table_is_written_out_as_a_physical_one() -> None:
    game = ann_and_ben("club", kind=TableKind.VIRTUAL)
    for seat in ("Ann", "Ben") * 3:
        game.passes(seat)
    assert game.ended == "scoreless"
    again = written_and_run(game)
    assert again.table.kind is TableKind.PHYSICAL

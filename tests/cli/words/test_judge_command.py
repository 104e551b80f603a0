"""`wordwaiter judge`."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from cli.conftest import COMMAND, Run
from wordwaiter.lexicon import open_lexicon


def on_a_terminal(*arguments: str, **env: str) -> str:
    """What the command shows on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([COMMAND, *arguments], stdin=theirs, stdout=theirs, env=os.environ | env)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1000):
            shown += chunk
    except OSError:  # how Linux says that the other side is closed
        pass
    os.close(ours)
    process.wait()
    return shown.decode()


def test_a_good_play_is_good(start: Run) -> None:
    end = start("judge", "HELLO", "WORLD")
    assert (end.status, end.out, end.err) == (0, "good\n", "")


def test_a_bad_play_is_not_good_and_which_word_was_bad_is_not_said(start: Run) -> None:
    end = start("judge", "HELLO", "QXZ")
    assert (end.status, end.out, end.err) == (1, "not good\n", "")


def test_json_does_not_tell_which_word_was_bad_either(run: Run) -> None:
    end = run("judge", "HELLO", "QXZ", "--json", "--define")
    assert end.status == 1
    answer = json.loads(end.out)
    assert answer == {
        "verdict": "not good",
        "good": False,
        "lists": [{"name": "enable", "edition": "enable1", "hash": open_lexicon("enable").hash}],
        "definitions": [],
    }


def test_definitions_do_not_tell_which_word_was_bad_either(run: Run) -> None:
    assert run("judge", "HELLO", "QXZ", "--define").out == "not good\n"


@pytest.mark.clause("grand-island-8")
@pytest.mark.clause("bee-10")
@pytest.mark.clause("bee-11")
def test_explain_gives_the_ground_of_each_word(run: Run) -> None:
    end = run(
        "judge", "hello", "qxz", "can't", "London", "strengthens", "7up", "--longest", "10", "--explain"
    )
    assert end.status == 1
    assert end.out.splitlines() == [
        "not good",
        "  hello is good (enable)",
        "  qxz is not in the word list (bee-dictionary)",
        "  can't is written with a hyphen or apostrophe (grand-island-8, bee-10)",
        "  London is not in the word list, and is written with a capital like a name "
        "(grand-island-8, bee-8-9)",
        "  strengthens is longer than this event allows (bee-11)",
        "  7up has a sign that is on no tile",
    ]


def test_explain_as_json_gives_codes_and_clauses(run: Run) -> None:
    answer = json.loads(run("judge", "HELLO", "re-do", "--explain", "--json").out)
    assert answer["words"] == [
        {
            "word": "HELLO",
            "good": True,
            "found_in": ["enable"],
            "ground": None,
            "clauses": [],
            "sentence": "HELLO is good (enable)",
        },
        {
            "word": "re-do",
            "good": False,
            "found_in": [],
            "ground": "hyphen-or-apostrophe",
            "clauses": ["grand-island-8", "bee-10"],
            "sentence": "re-do is written with a hyphen or apostrophe (grand-island-8, bee-10)",
        },
    ]


@pytest.mark.clause("bee-dictionary")
def test_a_word_is_good_if_any_of_several_lists_has_it(run: Run) -> None:
    assert run("judge", "QI", "QUIXOTRY").status == 1
    lists = ["--lexicon", "enable", "--lexicon", "modern", "--lexicon", "Enable"]
    end = run("judge", "QI", "QUIXOTRY", *lists, "--json")
    assert end.status == 0
    assert [used["name"] for used in json.loads(end.out)["lists"]] == ["enable", "modern"]


@pytest.mark.clause("bee-8-9")
def test_the_words_of_an_event_are_a_list_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sponsors.txt").write_text("Rotary\nZibro\n")
    assert run("lexicon", "add", tmp_path / "sponsors.txt", "--name", "sponsors").status == 0
    assert run("judge", "ZIBRO", "HELLO", "--lexicon", "enable", "--lexicon", "sponsors").status == 0
    assert run("judge", "ZIBROS", "--lexicon", "enable", "--lexicon", "sponsors").status == 1


def test_spanish_words_are_judged_by_spanish_tiles(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lista.txt").write_text("perro\nñandú\n", encoding="latin-1")
    assert (
        run("lexicon", "add", tmp_path / "lista.txt", "--name", "lista", "--letters", "spanish").status == 0
    )
    assert run("judge", "PERRO", "ñandu", "Ñandú", "--lexicon", "lista").status == 0
    assert run("judge", "PERO", "--lexicon", "lista").status == 1
    run("judge", "PERRO", "--lexicon", "lista", "--lexicon", "enable").refused("english and spanish")


def test_words_may_be_typed_in_one_argument_or_read(run: Run) -> None:
    assert run("judge", "HELLO, WORLD").status == 0
    assert run("judge", "-", given=b"hello\nworld\n").status == 0
    assert run("judge", "-", given=b"hello\nqxz\n").status == 1


def test_a_word_that_begins_with_a_hyphen_comes_after_two(run: Run) -> None:
    assert run("judge", "--", "-ING").out == "not good\n"
    run("judge", "-ING").refused("No such option", "wordwaiter judge --help")


@pytest.mark.usefixtures("wordnet")
def test_good_words_are_defined_and_one_without_definition_is_no_error(run: Run) -> None:
    end = run("judge", "HELLO", "wolves", "QUIXOTRY", "HELLO", "--define")
    assert end.status == 0
    assert end.out.splitlines() == [
        "good",
        "  HELLO (noun): an expression of greeting",
        "  WOLVES (noun, wolf): any of various predatory carnivorous canine mammals of North America "
        "and Eurasia that usually hunt in packs",
        "  QUIXOTRY: WordNet has no definition of it",
    ]


@pytest.mark.usefixtures("wordnet")
def test_definitions_as_json_name_their_state(run: Run, tmp_path: Path) -> None:
    answer = json.loads(run("judge", "HELLO", "QUIXOTRY", "--define", "--json").out)
    assert [definition["state"] for definition in answer["definitions"]] == ["defined", "no-definition"]
    assert answer["definitions"][0]["meanings"][0] == {
        "base": "hello",
        "part_of_speech": "noun",
        "text": "an expression of greeting",
    }
    answer = json.loads(run("judge", "HELLO", "--define", "--json", env={"WNSEARCHDIR": str(tmp_path)}).out)
    assert [definition["state"] for definition in answer["definitions"]] == ["not-installed"]


def test_without_wordnet_one_line_says_so(run: Run, tmp_path: Path) -> None:
    end = run("judge", "HELLO", "WORLD", "--define", env={"WNSEARCHDIR": str(tmp_path)})
    assert end.status == 0
    assert end.out.splitlines()[0] == "good"
    assert len(end.out.splitlines()) == 2
    assert "apt install wordnet-base" in end.out


@pytest.mark.process
def test_a_terminal_shows_a_sign_and_a_colour() -> None:
    assert on_a_terminal("judge", "HELLO") == "\x1b[32m\x1b[1m✓ good\x1b[0m\r\n"
    assert on_a_terminal("judge", "QXZ") == "\x1b[31m\x1b[1m✗ not good\x1b[0m\r\n"


@pytest.mark.process
def test_a_terminal_shows_no_colour_to_those_who_want_none() -> None:
    assert on_a_terminal("judge", "HELLO", NO_COLOR="1") == "✓ good\r\n"


@pytest.mark.process
def test_a_terminal_without_our_signs_shows_others() -> None:
    assert on_a_terminal("judge", "QXZ", NO_COLOR="1", PYTHONIOENCODING="ascii") == "- not good\r\n"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "WORD..."),
        ([""], "cannot be empty"),
        (["HELLO", "  "], "cannot be empty"),
        (["A" * 10_000], "at most 64 letters, not 10,000"),
        (["HE\x01LLO"], "HE\\x01LLO"),
        ([b"HELLO\xff"], "\\udcff"),
        (["HELLO", "--lexicon", "nothing"], "'nothing'; choose from: enable, modern"),
        (
            ["HELLO", "--lexicon", "../etc"],
            "cannot be a list name; use letters, digits and hyphens, like club-2026",
        ),
        (["HELLO", "--longest", "0"], "0 letters"),
        (["HELLO", "--longest", "ten"], "--longest"),
        (["-"], "cannot be empty"),
        (["HELLO", "--colour"], "--colour"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_line(
    run: Run, arguments: list[str | bytes], part: str
) -> None:
    run("judge", *arguments).refused(part)


def test_more_than_any_play_is_refused(run: Run) -> None:
    run("judge", "-", given=b"HELLO " * 200_000).refused("1,000,000 bytes")

"""`wordwaiter words`."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["anagram", "listen"], ["ELINTS", "ENLIST", "INLETS", "LISTEN", "SILENT", "TINSEL"]),
        (["anagram", "QI?"], []),
        (["within", "cat"], ["ACT", "AT", "CAT", "TA"]),
        (["match", "Q?I*Z"], ["QUIZ"]),
        (["contain", "qxz"], []),
        (["contain", "xyz"], ["HYDROXYZINE", "HYDROXYZINES"]),
        (["hooks", "earn"], ["front: L Y", "back: S"]),
        (["hooks", "quixotry"], ["front: none", "back: none"]),
    ],
)
def test_a_question_is_answered_and_status_1_means_nothing_found(
    run: Run, arguments: list[str], lines: list[str]
) -> None:
    end = run("words", *arguments)
    nothing = not lines or all(line.endswith("none") for line in lines)
    assert (end.status, end.out.splitlines(), end.err) == (int(nothing), lines, "")


def test_several_lists_answer_together_and_each_word_once(run: Run) -> None:
    end = run("words", "match", "?I", "--lexicon", "modern", "--lexicon", "enable")
    words = end.out.split()
    assert words == sorted(set(words))
    assert {"QI", "PI"} <= set(words)


def test_answers_as_json(run: Run) -> None:
    assert json.loads(run("words", "match", "Q?I*Z", "--json").out) == {"words": ["QUIZ"]}
    assert json.loads(run("words", "hooks", "earn", "--json").out) == {"front": ["L", "Y"], "back": ["S"]}


def test_hooks_of_spanish_words_are_spanish_tiles(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lista.txt").write_text("che\nllama\nama\n")
    run("lexicon", "add", tmp_path / "lista.txt", "--name", "lista", "--letters", "spanish")
    assert run("words", "hooks", "AMA", "--lexicon", "lista").out.splitlines()[0] == "front: LL"


@pytest.mark.parametrize(
    "arguments", [["anagram", "A1"], ["match", "["], ["hooks", "é"], ["anagram"], [], ["frob"]]
)
def test_a_question_that_cannot_be_read_is_refused(run: Run, arguments: list[str]) -> None:
    run("words", *arguments).refused()

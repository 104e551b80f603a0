"""`wordwaiter lexicon`."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from cli.conftest import Run
from cli.words.test_judge_command import on_a_terminal
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import open_lexicon, shelf


def add(
    run: Run, folder: Path, content: bytes | str, *options: str, name: str = "club", file: str = "words.txt"
) -> str:
    path = folder / file
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    end = run("lexicon", "add", path, "--name", name, *options)
    assert (end.status, end.err) == (0, "")
    return end.out


def test_list_shows_the_shipped_and_the_own_lists(run: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "HELLO\n", "--edition", "2026", "--title", "Our club")
    lines = run("lexicon", "list").out.splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["enable", "172,820", "words"],
        ["modern", "292", "words"],
        ["club", "1", "words"],
    ]
    assert lines[2].endswith("Our club 2026")


def test_list_goes_on_after_a_damaged_one(run: Run, tmp_path: Path, data_folder: Path) -> None:
    add(run, tmp_path, "HELLO\n", name="bad")
    add(run, tmp_path, "HELLO\n", name="good")
    (data_folder / "lists" / "bad" / "list.toml").write_text("name = ")
    end = run("lexicon", "list")
    assert end.status == 0
    assert [line.split()[0] for line in end.out.splitlines()] == ["enable", "modern", "good"]
    assert end.err.startswith("wordwaiter: bad is damaged: ")
    names = {card["name"]: "damaged" in card for card in json.loads(run("lexicon", "list", "--json").out)}
    assert names == {"enable": False, "modern": False, "bad": True, "good": False}


def test_info_says_what_a_list_is(run: Run) -> None:
    end = run("lexicon", "info", "enable")
    assert end.status == 0
    assert "172,820 words" in end.out
    assert "b819e7b67f8f2c80640ae76f0edbe59a4a1befb6de0f348463642ad49bdd2ad3" in end.out
    assert "public domain" in end.out


def test_info_as_json_has_the_whole_card(run: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "HELLO\nWORLD\n", "--edition", "2026", "--source", "our own", "--title", "Our club")
    assert json.loads(run("lexicon", "info", "club", "--json").out) == {
        "name": "club",
        "title": "Our club",
        "edition": "2026",
        "letters": "english",
        "source": "our own",
        "sha256": sha256(b"HELLO\nWORLD\n").hexdigest(),
        "count": 2,
        "shipped": False,
    }


def test_a_list_without_a_source_line_is_from_its_file(run: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "HELLO\n", file="Club 2026.txt")
    assert "Club 2026.txt" in run("lexicon", "info", "club").out


def test_add_takes_text_of_any_kind(run: Run, tmp_path: Path) -> None:
    said = add(run, tmp_path, b"# ours\r\nhello a greeting\r\nWorld,the earth\r\n\r\nqi # new\r\n")
    assert said.splitlines() == [
        "added club: 3 words",
        "2 lines had more than a word (line 2 first); it was taken for a definition and not kept",
    ]
    assert run("judge", "HELLO", "WORLD", "QI", "--lexicon", "club").status == 0


def test_one_list_has_one_hash_as_text_and_as_kwg(run: Run, tmp_path: Path) -> None:
    for form in ("text", "kwg"):
        out = tmp_path / f"modern.{form}"
        assert run("lexicon", "export", "modern", "--format", form, "--out", out).status == 0
        assert run("lexicon", "add", out, "--name", form).status == 0
    hashes = {
        json.loads(run("lexicon", "info", name, "--json").out)["sha256"] for name in ("text", "kwg", "modern")
    }
    assert hashes == {open_lexicon("modern").hash}


def test_lenient_leaves_out_what_cannot_be_read_and_says_what(run: Run, tmp_path: Path) -> None:
    lines = ["HELLO", "CAN'T", "CAFÉ", "AB3", "hello", "A", "RE-DO", "WORLD"]
    said = add(run, tmp_path, "\n".join(lines), "--lenient")
    assert said.splitlines() == [
        "added club: 2 words",
        "6 lines were left out:",
        '  line 2: "CAN\'T" has a hyphen or apostrophe, and no tile has one',
        "  line 3: 'CAFÉ' has 'É', which is not in the English set",
        "  line 4: 'AB3' has '3', which is not in the English set",
        "  line 5: 'HELLO' stands here again; it is in line 1 too",
        "  line 6: 'A' has one tile only; a word on a board has two or more",
        "  ...",
    ]


def test_lenient_as_json_counts_what_was_left_out(run: Run, tmp_path: Path) -> None:
    answer = json.loads(add(run, tmp_path, "HELLO\nAB3\n", "--lenient", "--json"))
    assert (answer["count"], answer["omitted"], answer["omissions"][0]["line"]) == (1, 1, 2)


def test_a_strict_refusal_says_how_to_be_lenient(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("HELLO\nAB3\n")
    run("lexicon", "add", tmp_path / "words.txt", "--name", "club").refused("--lenient")


def test_a_name_that_is_taken_needs_replace(run: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "HELLO\n")
    (tmp_path / "other.txt").write_text("OTHER\n")
    run("lexicon", "add", tmp_path / "other.txt", "--name", "CLUB").refused(
        "already a list 'club'", "--replace", status=1
    )
    assert run("judge", "HELLO", "--lexicon", "club").status == 0
    add(run, tmp_path, "OTHER\n", "--replace")
    assert run("judge", "HELLO", "--lexicon", "club").status == 1
    assert run("judge", "OTHER", "--lexicon", "club").status == 0


def test_shipped_lists_stay_as_they_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("OTHER\n")
    for options in ([], ["--replace"]):
        run("lexicon", "add", tmp_path / "other.txt", "--name", "enable", *options).refused(
            "comes with", status=1
        )
    run("lexicon", "remove", "enable").refused("comes with", status=1)


def test_a_list_that_was_removed_is_gone(run: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "HELLO\n")
    assert run("lexicon", "remove", "club").out == "removed club\n"
    run("lexicon", "info", "club").refused("'club'")
    run("lexicon", "remove", "club").refused("'club'")


@pytest.mark.parametrize("letters", ["klingon", ""])
def test_unknown_letters_are_refused_with_those_that_there_are(
    run: Run, tmp_path: Path, letters: str
) -> None:
    (tmp_path / "words.txt").write_text("HELLO\n")
    run("lexicon", "add", tmp_path / "words.txt", "--name", "club", "--letters", letters).refused(
        "dutch, english, french, german, italian, polish, spanish"
    )


def test_export_prints_text_unless_a_file_is_named(run: Run, tmp_path: Path) -> None:
    expected = "".join(f"{word}\n" for word in open_lexicon("modern").words())
    assert run("lexicon", "export", "modern").out == expected
    assert run("lexicon", "export", "modern", "--out", tmp_path / "out.txt").out == ""
    assert (tmp_path / "out.txt").read_text() == expected


def test_a_terminal_that_has_ascii_only_is_no_harm(run: Run, start: Run, tmp_path: Path) -> None:
    add(run, tmp_path, "ñandú\n".encode("latin-1"), "--letters", "spanish", "--title", "Español")
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    assert start("lexicon", "export", "club", env=ascii_only).out == "ÑANDU\n"
    assert "Espa\\xf1ol" in start("lexicon", "info", "club", env=ascii_only).out


@pytest.mark.process
def test_export_of_kwg_goes_into_a_pipe_but_not_onto_a_terminal(run: Run, tmp_path: Path) -> None:
    run("lexicon", "export", "modern", "--format", "kwg", "--out", tmp_path / "out.kwg")
    assert (tmp_path / "out.kwg").read_bytes() == open_lexicon("modern").kwg()
    assert on_a_terminal("lexicon", "export", "modern", "--format", "kwg") == ""
    run("lexicon", "export", "modern", "--format", "pdf").refused("--format")


def test_export_to_a_device_does_not_replace_it(run: Run) -> None:
    assert run("lexicon", "export", "modern", "--out", "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("out", [".", "missing/out.txt"])
def test_export_to_where_no_file_can_be_is_refused(run: Run, tmp_path: Path, out: str) -> None:
    run("lexicon", "export", "modern", "--out", tmp_path / out).refused(str(tmp_path))


def test_a_list_that_is_too_large_for_a_graph_is_refused_with_its_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MalformedError("too-large", "the list is too large: its graph has more than 4194304 nodes")

    (tmp_path / "words.txt").write_text("HELLO\n")
    monkeypatch.setattr(shelf, "build_graph", refuse)
    run("lexicon", "add", tmp_path / "words.txt", "--name", "club").refused(
        "words.txt: the list is too large"
    )

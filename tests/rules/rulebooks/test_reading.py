"""Rulebooks read from files: right ones, and every way in which one can be wrong."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.rules.rulebooks.good_words import ChallengerLosesTurn, NoPenalty, OpponentGains
from wordwaiter.rules.rulebooks.reading import (
    LONGEST_FILE,
    examine_rulebook,
    parse_rulebook,
    read_rulebook,
    shipped_rulebook,
    shipped_rulebooks,
)

FOLDER = Path(__file__).parent
BROKEN = tomllib.loads((FOLDER / "broken.toml").read_text("utf-8"))["case"]


def broken_text(case: dict[str, Any]) -> str:
    """The text of a case of broken.toml."""
    if "text" in case:
        return str(case["text"])
    lines = (FOLDER / f"{case['file']}.toml").read_text("utf-8").splitlines()
    places = [place for place, line in enumerate(lines) if line.startswith(case["find"])]
    place = places[case.get("nth", 1) - 1]
    return "\n".join(
        [*lines[:place], *case["put"].split("\n")[: None if case["put"] else 0], *lines[place + 1 :]]
    )


@pytest.mark.parametrize("name", ["our-hall", "our-hares", "our-tortoises"])
def test_the_files_that_are_broken_below_are_right_as_they_are(name: str) -> None:
    rulebook = read_rulebook(FOLDER / f"{name}.toml")
    assert rulebook.name == name


@pytest.mark.parametrize("case", BROKEN, ids=[case["name"] for case in BROKEN])
def test_a_broken_rulebook_is_refused_with_line_code_and_reason(case: dict[str, Any]) -> None:
    text = broken_text(case)
    rulebook, faults = examine_rulebook(text)
    assert rulebook is None
    expected = [
        fault
        for fault in faults
        if (fault.line, fault.code) == (case["line"], case["code"]) and case["reason"] in fault.reason
    ]
    assert len(expected) == 1, faults
    with pytest.raises(MalformedFileError) as refused:
        parse_rulebook(text, Path("ours.toml"))
    assert str(refused.value) == f"ours.toml:{faults[0].line}: {faults[0].reason}"
    assert (refused.value.code, refused.value.line) == (faults[0].code, faults[0].line)


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "9" * 5000], ids=["deep", "long"])
def test_brackets_too_deep_and_numbers_too_long_are_refused(value: str) -> None:
    _, faults = examine_rulebook(f'name = "ours"\ntitle = {value}\n')
    assert [fault.code for fault in faults] == ["not-toml"]


def test_several_faults_are_all_found_in_the_order_of_lines() -> None:
    text = """
name = "Ours"
title = "Ours"
based_on = "club"
[challenge]
hold = { is = "always", choice = "x" }
if_good = { is = "no-penalty" }
[turns]
limt = { is = "3:00", choice = "x" }
"""
    _, faults = examine_rulebook(text)
    assert [(fault.line, fault.code) for fault in faults] == [
        (2, "bad-name"),
        (6, "unknown-value"),
        (7, "no-origin"),
        (9, "unknown-setting"),
    ]


# ---------------------------------------------------------------- by name and by path


def test_shipped_rulebooks_are_read_by_name() -> None:
    assert set(shipped_rulebooks()) >= {
        "iowa", "grand-island", "ontario", "androscoggin", "bee-hare", "bee-tortoise", "club",
    }  # fmt: skip
    for name in shipped_rulebooks():
        assert read_rulebook(name).name == name


def test_a_file_of_ones_own_is_read_by_path(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text((FOLDER / "our-hall.toml").read_text("utf-8"), "utf-8")
    assert read_rulebook(path) == read_rulebook(str(path)) == read_rulebook(FOLDER / "our-hall.toml")


def test_a_copy_of_a_shipped_file_is_that_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_bytes((resources.files("wordwaiter.rules") / "rulebooks" / "iowa.toml").read_bytes())
    assert read_rulebook(path) == shipped_rulebook("iowa")


@pytest.mark.parametrize("name", ["nebraska", "Iowa", "../iowa"])
def test_an_unknown_name_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read_rulebook(name)
    assert refused.value.code == "no-such-rulebook"
    assert "grand-island" in str(refused.value)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(MalformedFileError) as refused:
        read_rulebook("nowhere/ours.toml")
    assert refused.value.code == "unreadable-file"
    assert str(refused.value) == "nowhere/ours.toml: No such file or directory"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedFileError) as refused:
        read_rulebook(tmp_path)
    assert refused.value.code == "unreadable-file"


def test_a_file_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b'name = "ours"\ntitle = "Caf\xe9"\n')
    with pytest.raises(MalformedFileError) as refused:
        read_rulebook(path)
    assert (refused.value.code, refused.value.line) == ("wrong-encoding", 2)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b"#" * (LONGEST_FILE + 1))
    with pytest.raises(MalformedFileError) as refused:
        read_rulebook(path)
    assert refused.value.code == "file-too-long"


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    text = (FOLDER / "our-hall.toml").read_text("utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read_rulebook(path) == read_rulebook(FOLDER / "our-hall.toml")


# ---------------------------------------------------------------- based on another


@pytest.mark.parametrize("base", ["iowaa", "./ours.toml", ""])
def test_a_base_that_does_not_exist_is_the_only_fault_that_is_told(base: str) -> None:
    _, faults = examine_rulebook(f'name = "ours"\ntitle = "Ours"\nbased_on = "{base}"\n')
    assert [(fault.line, fault.code) for fault in faults] == [(3, "unknown-value")]
    assert "must name a shipped rulebook" in faults[0].reason


def test_a_rulebook_based_on_another_changes_what_it_names_and_nothing_else() -> None:
    text = """
name = "ours"
title = "Ours"
based_on = "iowa"

[challenge]
if_good = { is = "opponent-gains", points = 5, choice = "Kinder than a lost turn." }
"""
    ours = parse_rulebook(text, Path("ours.toml"))
    iowa = shipped_rulebook("iowa")
    assert ours.challenge.if_good == OpponentGains(5)
    assert ours.clause_of("challenge.if_good") == "ours:challenge.if_good"
    assert ours.source == "iowa"
    changed = {key for key in iowa.origins if ours.setting(key) != iowa.setting(key)}
    assert changed == {"challenge.if_good"}
    assert {key for key in iowa.origins if ours.origins[key] != iowa.origins[key]} == changed


@pytest.mark.parametrize(
    ("name", "if_good"),
    [
        ("club", ChallengerLosesTurn()),
        ("club-free", NoPenalty()),
        ("club-5", OpponentGains(5)),
        ("club-10", OpponentGains(10)),
    ],
)
def test_the_four_club_challenges_differ_in_nothing_else(name: str, if_good: object) -> None:
    club, other = shipped_rulebook("club"), shipped_rulebook(name)
    assert other.challenge.if_good == if_good
    differing = {key for key in club.origins if club.setting(key) != other.setting(key)}
    assert differing <= {"challenge.if_good"}


# ---------------------------------------------------------------- never anything but our own errors


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_file_cut_or_spoiled_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    text = (FOLDER / data.draw(st.sampled_from(["our-hall.toml", "our-hares.toml"]))).read_text("utf-8")
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 80)))
    spoiled = text[:begin] + data.draw(st.text(max_size=5)) + text[end:]
    rulebook, faults = examine_rulebook(spoiled)
    assert (rulebook is None) == bool(faults)
    assert all(1 <= fault.line <= spoiled.count("\n") + 1 for fault in faults)

"""Rating files beside those of other programs: the same tournament, byte by byte.

The fixtures are ours, with invented names, written by hand in the columns of files that other programs wrote.
`columns.toml` has the facts that were read from those, and where they are.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tournament.vocabulary import DIRECTOR
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.files.t_file import parse_t, t_text
from wordwaiter.tournament.files.t_import import DIVISION, facts_of_t
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.state import Tournament

FOLDER: Final = Path(__file__).parent / "foreign"
T_FILE: Final = FOLDER / "club-night.t"
TOU_FILE: Final = FOLDER / "club-night.tou"
COLUMNS: Final[dict[str, Any]] = tomllib.loads((FOLDER / "columns.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def club_night() -> Tournament:
    """Seven players and four rounds: byes, a tie, names with accents, and games of three and two digits."""
    opened = c.OpenTournament(DIRECTOR, "Café Club Night", "2026-03-05", names=PublicNames.FULL)
    return fold(facts_of_t(parse_t(T_FILE.read_bytes(), T_FILE), opened, shipped_format("club"), 0))


def test_our_tou_file_is_the_fixture_byte_by_byte(club_night: Tournament) -> None:
    assert tou_text(club_night, (DIVISION,)).encode() == TOU_FILE.read_bytes()


def test_our_t_file_is_the_fixture_byte_by_byte(club_night: Tournament) -> None:
    assert t_text(club_night, DIVISION).encode() == T_FILE.read_bytes()


def test_the_tou_fixture_has_the_columns_of_files_that_other_programs_wrote() -> None:
    facts, content = COLUMNS["tou"], TOU_FILE.read_bytes()
    assert content.isascii()
    assert content.count(b"\n") == content.count(b"\r\n")
    first, division, high_words, *players, last, nothing = content.decode().split("\r\n")
    assert re.fullmatch(facts["first_line"], first)
    assert re.fullmatch(facts["division_line"], division)
    assert (len(high_words), high_words.strip()) == (facts["high_words_width"], "0")
    assert (last, nothing) == (facts["last_line"], "")
    name, score, opponent = facts["name_width"], facts["score_width"], facts["opponent_width"]
    for number, line in enumerate(players, 1):
        games, over = divmod(len(line) - name, score + opponent)
        assert (games, over) == (4, 0)
        for game in range(games):
            cell = line[name + game * (score + opponent) :][: score + opponent]
            assert re.fullmatch(facts["score"], cell[:score]), line
            assert re.fullmatch(facts["opponent"], cell[score:]), line
            met = int(cell[score:].replace("+", ""))
            assert met != number or cell[score] == " "


def test_the_t_fixture_has_the_columns_that_tsh_writes() -> None:
    facts = COLUMNS["t"]
    for line in T_FILE.read_text("utf-8").splitlines():
        head, *parts = line.split(";")
        name_and_rating = head[: facts["head_width"]]
        assert re.fullmatch(facts["head"], name_and_rating), line
        keys = [part.split()[0] for part in parts[1:]]
        assert keys == sorted(keys)
        assert set(keys) <= set(facts["sections"])
        assert all(part.startswith(" ") for part in parts)


@pytest.mark.parametrize("compared", COLUMNS["compared"], ids=lambda compared: compared["file"])
def test_what_was_compared_is_told_in_the_documentation(compared: dict[str, Any]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "development" / "rating-files.md").read_text("utf-8")
    for key in ("repository", "file"):
        assert compared[key] in page

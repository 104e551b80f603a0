"""`wordwaiter print`: files that a printer takes, from the terminal."""

import zipfile
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest

from cli.conftest import Run

GAME = Path(__file__).parents[2] / "notation" / "games" / "tidy" / "complete.gcg"


def words_of(path: Path) -> str:
    file = pypdfium2.PdfDocument(path)
    try:
        return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in file).split())
    finally:
        file.close()


@pytest.fixture
def ontario(run: Run, tmp_path: Path) -> Path:
    """The journal of the Ontario example."""
    db = tmp_path / "ontario.db"
    assert run("tournament", "demo", "ontario", "--db", db).status == 0
    return db


def test_the_rules_of_a_rulebook_are_printed(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "rules.pdf"
    end = run("print", "rules", "iowa", "--out", out)
    assert (end.status, end.out, end.err) == (0, "", "")
    assert "A side that is out gains twice the sum" in words_of(out)


def test_a_rulebook_that_is_not_there_is_refused_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "rules.pdf"
    run("print", "rules", "atlantis", "--out", out).refused("atlantis")
    assert not out.exists()


def test_a_folder_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "none"
    run("print", "rules", "iowa", "--out", folder / "rules.pdf").refused(f"there is no folder {folder}")
    assert not folder.exists()


@pytest.mark.long
@pytest.mark.clause("ontario-d")
def test_score_cards_are_printed_for_the_latest_round_or_another(
    run: Run, tmp_path: Path, ontario: Path
) -> None:
    out = tmp_path / "cards.pdf"
    site = "http://192.168.1.20:8080"
    assert run("print", "score-cards", "--db", ontario, "--site", site, "-o", out).status == 0
    assert f"{site}/tables/example-1/1/3/1.1" in words_of(out)
    assert run("print", "score-cards", "--db", ontario, "--round", "1", "-o", out).status == 0
    assert "Table 12 Round 1" in words_of(out)


@pytest.mark.clause("ontario-d")
@pytest.mark.parametrize("what", ["score-cards", "score-sheet"])
def test_papers_say_at_their_foot_that_the_word_list_is_missing(
    run: Run, tmp_path: Path, ontario: Path, what: str
) -> None:
    out = tmp_path / "out.pdf"
    assert run("print", what, "--db", ontario, "--out", out).status == 0
    assert "The rules name OSPD5; words are checked against ENABLE" in words_of(out)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (("score-sheet",), "to cross off"),
        (("score-sheet", "iowa"), "Iowa Senior Olympics 2011"),
        (("tally-sheet", "bee-hare"), "Word Waiter"),
        (("pairings",), "Open, by name"),
        (("pairings", "--by", "table", "--round", "2"), "Open, by table"),
        (("standings",), "Open, after round 3"),
        (("badges", "--division", "open"), "Ada Amberly"),
        (("certificates",), "Gold"),
    ],
)
def test_documents_of_a_tournament_are_printed(
    run: Run, tmp_path: Path, ontario: Path, what: tuple[str, ...], told: str
) -> None:
    out = tmp_path / "out.pdf"
    end = run("print", *what, "--db", ontario, "--out", out, "--paper", "letter", "--large")
    assert (end.status, end.err) == (0, "")
    assert told in words_of(out)


@pytest.mark.long
def test_money_and_sponsors_of_a_bee_are_printed(run: Run, tmp_path: Path) -> None:
    db, out = tmp_path / "bee.db", tmp_path / "out.pdf"
    assert run("tournament", "demo", "bee", "--db", db).status == 0
    assert run("print", "treasurer", "--db", db, "-o", out).status == 0
    assert "$1,781.50 raised of $3,000 hoped for" in words_of(out)
    assert run("print", "receipts", "1", "5", "--db", db, "-o", out).status == 0
    assert "Receipt 5" in words_of(out)
    assert run("print", "sponsors", "--db", db, "-o", out).status == 0
    assert "ROTARY" in words_of(out)
    assert (
        run("print", "tally-sheet", "--division", "Hare", "--round", "1", "--db", db, "-o", out).status == 0
    )
    assert "TURTLE" in words_of(out)


def test_games_and_tents_need_no_tournament(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert run("print", "game", GAME, "-o", out).status == 0
    assert "12G NOUmE(N)ON" in words_of(out)
    assert run("print", "tents", "1-3,7", "--event", "Hall 2", "-o", out).status == 0
    assert words_of(out).count("Hall 2") == 8


@pytest.mark.parametrize("tables", ["", "x", "3-1", "1-9999", "-4"])
def test_tables_that_are_none_are_refused(run: Run, tmp_path: Path, tables: str) -> None:
    run("print", "tents", "-o", tmp_path / "out.pdf", "--", tables).refused()


@pytest.mark.parametrize(
    ("what", "part"),
    [("games", "no game was recorded"), ("sponsors", "no sponsor"), ("treasurer", "no money")],
)
def test_what_is_not_there_yet_is_refused_with_what_to_do(
    run: Run, tmp_path: Path, ontario: Path, what: str, part: str
) -> None:
    run("print", what, "--db", ontario, "-o", tmp_path / "out.pdf").refused(part)


def test_the_closing_pack_is_one_command(run: Run, tmp_path: Path, ontario: Path) -> None:
    out = tmp_path / "pack.zip"
    assert run("print", "closing-pack", "--db", ontario, "--out", out).status == 0
    with zipfile.ZipFile(out) as pack:
        names = set(pack.namelist())
        assert "went home ill" in pack.read("private/log.txt").decode()
    assert {
        "README.txt",
        "private/certificates.pdf",
        "standings.pdf",
        "press.txt",
        "private/journal.jsonl",
    } <= names


def test_letters_that_no_font_has_are_told_on_standard_error(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "tent.pdf"
    end = run("print", "tents", "1", "--event", "Q\U000e0fff", "-o", out)
    assert end.status == 0
    assert "no font on this machine has" in end.err
    assert out.read_bytes().startswith(b"%PDF")


def test_a_document_can_go_to_the_terminal(run: Run) -> None:
    end = run("picture", "rack", "QUIZ", "--out", "-")
    assert end.out.startswith("<svg")


# ---------------------------------------------------------------- pictures


CGP = "15/15/15/15/15/15/15/6QUAD5/15/15/15/15/15/15/15 AEINRTE/ 0/28 0"


@pytest.mark.parametrize(
    ("what", "ending", "magic"),
    [
        (("board", CGP), "svg", b"<svg"),
        (("board", str(GAME), "--turn", "3", "--theme", "dark", "--width", "324"), "png", b"\x89PNG"),
        (("rack", "AEINRT?"), "png", b"\x89PNG"),
        (("graph", str(GAME)), "svg", b"<svg"),
        (("card", str(GAME)), "png", b"\x89PNG"),
        (("game", str(GAME), "--width", "162"), "gif", b"GIF8"),
    ],
)
def test_pictures_are_drawn_as_the_ending_says(
    run: Run, tmp_path: Path, what: tuple[str, ...], ending: str, magic: bytes
) -> None:
    out = tmp_path / f"out.{ending}"
    end = run("picture", *what, "--out", out)
    assert (end.status, end.err) == (0, "")
    assert out.read_bytes().startswith(magic)


def test_charts_of_a_tournament_are_drawn(run: Run, tmp_path: Path, ontario: Path) -> None:
    out = tmp_path / "out.svg"
    assert run("picture", "scores", "--db", ontario, "-o", out).status == 0
    assert "Open: scores by round" in out.read_text("utf-8")
    assert run("picture", "funds", "--db", ontario, "-o", out).status == 0
    assert "$0 raised" in out.read_text("utf-8")


@pytest.mark.parametrize(
    "what",
    [
        ("board", CGP, "--out", "out.bmp"),
        ("board", str(GAME), "--turn", "99", "--out", "out.svg"),
        ("game", str(GAME), "--out", "out.png"),
        ("board", "15/15 / 0", "--out", "out.svg"),
        ("rack", "AE#", "--out", "out.svg"),
        ("board", str(GAME), "--width", "0", "--out", "out.png"),
    ],
)
def test_pictures_that_cannot_be_drawn_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    run("picture", *what).refused()
    assert not list(tmp_path.glob("out.*"))


def test_paper_is_printed_in_french(run: Run, ontario: Path, tmp_path: Path) -> None:
    out = tmp_path / "classement.pdf"
    assert run("print", "standings", "--db", ontario, "--language", "fr", "--out", out).status == 0
    assert "Classement" in words_of(out)
    assert "Standings" not in words_of(out)
    run("print", "standings", "--db", ontario, "--language", "tlh", "--out", out).refused("en, fr")

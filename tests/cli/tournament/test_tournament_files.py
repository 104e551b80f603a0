"""Examples, division files and exports of a tournament."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall

DIVISION_FILE = Path(__file__).parents[2] / "tournament" / "data" / "six-players.t"


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    return Hall(run, tmp_path / "event.db")


@pytest.mark.parametrize(
    ("name", "divisions", "columns"),
    [
        ("iowa", {"55-64": 6, "65+": 14}, ["wins", "spread", "total"]),
        ("grand-island", {"Teams": 14}, ["wins", "spread", "total"]),
        ("ontario", {"Open": 12}, ["points", "highest-games"]),
        ("androscoggin", {"Teams": 16}, ["wins", "total"]),
        ("bee", {"Hare": 9, "Tortoise": 6}, ["total"]),
    ],
)
def test_an_example_is_half_played_and_has_standings(
    hall: Hall, name: str, divisions: dict[str, int], columns: list[str]
) -> None:
    hall("demo", name)
    assert {each["stage"] for each in hall.told("status")["divisions"]} == {"running"}
    tables = hall.standings()
    assert {division: len(lines) for division, lines in tables.items()} == divisions
    for lines in tables.values():
        assert all(list(line) == ["rank", "entrant", *columns, "note", "why"] for line in lines)
        assert lines[0]["rank"] == 1
    for shown in ("status", "standings", "award", "funds", "entrants", "log"):
        hall(shown)
    assert hall.run("journal", "verify", "--db", hall.db).status == 0


@pytest.mark.long
def test_an_example_can_be_played_on(hall: Hall) -> None:
    hall("demo", "ontario")
    missing = hall.told("status")["divisions"][0]["missing"]
    for line in missing:
        table = line.split()[1]
        hall("result", table, "400", "350")
    hall("close")
    assert hall.told("status")["divisions"][0]["stage"] == "closed"
    assert [each["award"] for each in hall.told("award")["awards"]] == ["bronze", "silver", "gold"]


def test_an_example_never_hides_a_real_tournament(hall: Hall) -> None:
    hall("new", "The real one", "--rulebook", "club")
    hall.tried("demo", "iowa").refused("already has The real one", "--db example.db", status=1)


def test_each_example_is_told_apart_by_its_number(hall: Hall) -> None:
    hall("demo", "iowa")
    hall("demo", "ontario")
    assert [each["tournament"] for each in hall.told("list")] == ["example-1", "example-2"]
    assert list(hall.standings()) == ["Open"]
    assert list(hall.standings("--tournament", "example-1")) == ["55-64", "65+"]
    hall.tried("status", "--tournament", "example-9").refused("example-1, example-2")


def test_a_division_file_keeps_the_ranks_of_every_round(hall: Hall) -> None:
    hall("import-t", DIVISION_FILE, "--rulebook", "club", "--name", "Club night")
    lines = DIVISION_FILE.read_text("utf-8").splitlines()
    names = [" ".join(line.split()[:2]) for line in lines]
    ranks = [line.partition("rrank ")[2].partition(";")[0].split() for line in lines]
    for number in range(1, 5):
        (division,) = hall.standings("--round", str(number)).values()
        rank_of = {line["entrant"]: line["rank"] for line in division}
        for name, told in zip(names, ranks, strict=True):
            # Nobody is ranked in the file after the round in which they withdrew.
            if number < len(told):
                assert rank_of[name] == int(told[number])


def test_a_cap_of_the_spread_holds_round_by_round(hall: Hall, tmp_path: Path) -> None:
    (tmp_path / "a.t").write_text(
        "Ann  1500 2 3 4; 500 400 300\n"
        "Bob  1400 1 4 3; 300 410 390\n"
        "Cy   1300 4 1 2; 400 400 410\n"
        "Di   1200 3 2 1; 380 390 500\n"
    )
    hall("import-t", tmp_path / "a.t", "--rulebook", "club", "--spread-cap", "100,100,150")
    # Ann +200 counts 100, a tie, -200 counts -150. Bob -100, +20, -20. Cy +20, 0, +20. Di -20, -20, +150.
    (lines,) = hall.standings().values()
    assert [(line["rank"], line["entrant"], line["wins"], line["spread"]) for line in lines] == [
        (1, "Cy", 2.5, 40), (2, "Ann", 1.5, -50), (3, "Di", 1, 110), (4, "Bob", 1, -100),
    ]  # fmt: skip
    hall.tried("import-t", tmp_path / "a.t", "--spread-cap", "100;x").refused("100,100,150")


def test_results_go_out_for_other_programs(hall: Hall, tmp_path: Path) -> None:
    hall("import-t", DIVISION_FILE, "--date", "2023-02-04")
    out = tmp_path / "out.t"
    hall("export", "t", "--to", out)
    hall.tried("export", "t", "--to", out).refused(str(out))
    assert hall.run("tournament", "export", "tou", "--db", hall.db).out.startswith("*M04.02.2023")
    assert hall("export", "results").out.startswith("round,table,board,first,second")
    first = hall.told("export", "results")[0]
    assert (first["round"], first["table"], first["state"]) == (1, 1, "director")
    assert hall("export", "standings", "--round", "2").out.startswith("rank,entrant,wins,spread,note")
    assert hall.run("tournament", "export", "facts", "--db", hall.db).out.startswith(
        '{"kind":"tournament.opened"'
    )
    again = Hall(hall.run, tmp_path / "again.db")
    again("import-t", out)
    assert again.standings()["A"] == hall.standings()["A"]


def test_games_are_written_to_a_folder_and_what_is_left_out_says_why(run: Run, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path / "bee.db")
    hall("demo", "bee")
    hall.tried("export", "gcg").refused("--to")
    folder = tmp_path / "games"
    told = hall.told("export", "gcg", "--to", folder)
    assert told["written"] == []
    assert {each["why"] for each in told["left_out"]} == {"only its totals were entered"}
    assert len(told["left_out"]) == 24
    assert list(folder.iterdir()) == []
    assert "0 of 18 games" in hall("export", "gcg", "--to", folder, "-d", "hare").out


def test_each_sponsor_hears_of_its_boards_and_its_gift(run: Run, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path / "bee.db")
    hall("demo", "bee")
    hall("funds", "take", "sponsor", "20", "--note", "Elm Bank")
    told = hall.told("funds", "sponsors")
    assert [(each["sponsor"], each["boards"], each["cents"]) for each in told["sponsors"]] == [
        ("ROTARY", 0, 150_000),
        ("ACME", 0, 0),
        ("Elm Bank", 0, 2_000),
    ]
    assert "ROTARY" in hall("funds", "sponsors").out
    receipt = hall.told("funds", "receipt", "1")["receipt"]
    assert (receipt["line"], receipt["cents"], receipt["fund"], receipt["by"]) == (
        1,
        150_000,
        "sponsor",
        "Tess",
    )

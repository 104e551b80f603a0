"""CSV of entrants: any encoding, every fault with its line, nothing half-done, and back again."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.errors import MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import AgeBand, Need, Profile, single
from wordwaiter.tournament.files.csv_text import Listing, rows_of
from wordwaiter.tournament.files.entrants_csv import entrants_csv, preview_entrants
from wordwaiter.tournament.files.exports import ledger_csv, results_csv, standings_csv
from wordwaiter.tournament.files.list_rows import MOST_LINES
from wordwaiter.tournament.money.ledger import Fund, Method


@pytest.fixture
def iowa() -> Desk:
    desk = Desk()
    desk.open("65-74", "iowa", AgeBand(65, 74))
    desk.open("75+", "iowa", AgeBand(75))
    return desk


def faults(desk: Desk, text: str, division: str | None = None) -> list[tuple[int, str]]:
    preview = preview_entrants(desk.tournament, text.encode(), division)
    return [(fault.line, fault.code) for fault in preview.faults]


def test_a_file_with_a_mark_semicolons_and_quotes_is_read() -> None:
    desk = Desk()
    desk.open("75+", "iowa", AgeBand(75))
    text = (
        "\ufeffName;Club;Age;Brings Board;Clock;Needs\r\n"
        '"Lee; Ann";Ames;80;yes;x;large print / step-free\r\n'
        "\r\n"
        '"Bob ""Tiny"" Poe";;76;no;;\r\n'
    )
    preview = preview_entrants(desk.tournament, text.encode())
    assert preview.faults == ()
    first, second = preview.entries
    assert (first.line, second.line) == (2, 4)
    assert first.application.of == (
        Profile(
            "Lee; Ann", "Ames", 80, brings_set=True, brings_clock=True,
            needs=(Need.LARGE_PRINT, Need.STEP_FREE),
        ),
    )  # fmt: skip
    assert second.application.name == 'Bob "Tiny" Poe'
    for command in preview.commands(DIRECTOR):
        desk.do(command)
    assert len(desk.tournament.entrants_of("75+")) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_usual_encoding_is_read(encoding: str) -> None:
    desk = Desk()
    desk.open("Club", "club")
    preview = preview_entrants(desk.tournament, "name\tclub\nZoë\tAmes\n".encode(encoding))
    assert [entry.application.of[0] for entry in preview.entries] == [Profile("Zoë", "Ames")]


@pytest.mark.parametrize(
    "members",
    ['"Ann, Bo, Cy, Di"', "Ann / Bo / Cy / Di", "Ann;Bo; Cy;Di", '"Ann\nBo\nCy\nDi"', "Ann/Bo/Cy/Di"],
)
def test_members_in_a_list_have_commas_slashes_or_lines_between(members: str) -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    preview = preview_entrants(desk.tournament, f"name,members,needs\nOwls,{members},\n".encode())
    assert preview.faults == ()
    assert preview.entries[0].application.of[0].members == ("Ann", "Bo", "Cy", "Di")


def test_members_in_the_last_column_need_no_quotes_around_their_commas() -> None:
    desk = Desk()
    desk.open("Teams", "bee-hare")
    text = "name,club,members\nOwls,,Ann,Bo, Cy,Di\nJays,Ames,Eve/Flo/Gus/Hal,,\n"
    preview = preview_entrants(desk.tournament, text.encode())
    assert preview.faults == ()
    assert [entry.application.of[0].members for entry in preview.entries] == [
        ("Ann", "Bo", "Cy", "Di"),
        ("Eve", "Flo", "Gus", "Hal"),
    ]
    assert faults(desk, "members,name\nAnn,Bo,Cy,Di,Owls\n") == [(2, "too-many-cells")]


def test_who_has_no_age_is_asked_for_it_where_ages_decide(iowa: Desk) -> None:
    assert faults(iowa, "name,age\nAnn,\nBob,40\n") == [(2, "no-age"), (3, "no-division-of-age")]


def test_columns_that_mean_nothing_here_are_told() -> None:
    desk = Desk()
    desk.open("Club", "club")
    preview = preview_entrants(desk.tournament, b"name,shoe,,clubb\nAnn,44,,Ames\n")
    assert (len(preview.entries), preview.faults, preview.unread) == (1, (), ("shoe", "clubb"))


def test_a_missing_column_is_told_once_with_what_is_there(iowa: Desk) -> None:
    preview = preview_entrants(iowa.tournament, b"name,town\nAnn,Ames\n")
    # Ages decide the division, so no column has to name it.
    assert [(fault.line, fault.code) for fault in preview.faults] == [(1, "missing-column")]
    assert "'age'; the first line has: name, town" in preview.faults[0].reason
    assert preview.entries == ()


def test_each_wrong_line_is_named_and_the_others_are_shown(iowa: Desk) -> None:
    text = (
        "division,name,age,set\n"
        "65-74,Ann,70,yes\n"
        "65-74,Bob,64,no\n"
        "80+,Cy,81,no\n"
        "75+,ANN,80,no\n"
        "75+,Di,eighty,no\n"
        "75+,,80,no\n"
        "75+,Eve,80,maybe\n"
        "75+,Fay,80,no,and more\n"
        "75+,Gil,80\n"
    )
    assert faults(iowa, text) == [
        (3, "other-age"),
        (4, "no-such-division"),
        (5, "name-taken"),
        (6, "bad-number"),
        (7, "no-name"),
        (8, "bad-answer"),
        (9, "too-many-cells"),
    ]
    preview = preview_entrants(iowa.tournament, text.encode())
    assert [entry.application.name for entry in preview.entries] == ["Ann", "Gil"]
    assert "(line 2)" in preview.faults[2].reason
    with pytest.raises(MalformedError) as refusal:
        preview.commands(DIRECTOR)
    assert refusal.value.code == "faulty-lines"
    assert "line 3" in refusal.value.sentence
    assert "and 6 more" in refusal.value.sentence
    assert len(preview.commands(DIRECTOR, leave_out_faulty=True)) == 2


def test_faults_of_the_file_itself(iowa: Desk) -> None:
    assert faults(iowa, "") == [(1, "empty-file")]
    assert faults(iowa, "\nname,age,division\n") == [(2, "empty-file")]
    assert faults(iowa, "name,name,division,age\n") == [(1, "column-twice")]
    assert faults(iowa, 'name,division,age\nAnn,75+,80\n"Bob,75+,80\n') == [(3, "bad-csv")]
    assert faults(iowa, "name,age,needs\nAnn,80,a butler\n", "75+") == [(2, "bad-need")]
    after_two_lines = 'name,age,club\nAnn,80,"Elm\nStreet"\nBob,old,Elm\n'
    assert faults(iowa, after_two_lines, "75+")[-1][0] == 4


def test_a_name_on_the_list_already_is_not_entered_again(iowa: Desk) -> None:
    iowa.enter("75+", [single(Profile("Ann", age=80))])
    assert faults(iowa, "name,age\nann,80\n", "75+") == [(2, "name-taken")]


def test_five_thousand_lines_are_read_and_every_fault_has_its_line() -> None:
    desk = Desk()
    desk.open("Club", "club")
    lines = ["name,club", *(f"Player {index},Club {index % 7}" for index in range(2, 5002))]
    lines[99] = ",nobody"
    lines[4999] = "Player 2,again"
    preview = preview_entrants(desk.tournament, "\n".join(lines).encode())
    assert [(fault.line, fault.code) for fault in preview.faults] == [(100, "no-name"), (5000, "name-taken")]
    assert len(preview.entries) == 4998
    (command,) = preview.commands(DIRECTOR, leave_out_faulty=True)
    desk.do(command)
    assert len(desk.tournament.entrants) == 4998


def test_what_is_exported_can_be_read_again() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.open("Hare", "bee-hare")
    desk.open("Club", "club")
    desk.enter("Open", [seniors("Ann, the elder", "Bob", "Aces")])
    desk.enter("Hare", [team("Owls", "A", "B", "C", "D")])
    careful = Profile("=SUM(A1)", "@home", 33, (), True, True, (Need.ONE_TABLE,), 1500)
    desk.enter("Club", [single(careful), single(Profile("Plain"))])
    text = entrants_csv(desk.tournament)
    assert "'=SUM(A1)" in text
    empty = Desk()
    for name, format_ in (("Open", "ontario"), ("Hare", "bee-hare"), ("Club", "club")):
        empty.open(name, format_)
    preview = preview_entrants(empty.tournament, text.encode("utf-8-sig"))
    assert preview.faults == ()
    for command in preview.commands(DIRECTOR):
        empty.do(command)
    assert empty.tournament.entrants == desk.tournament.entrants


@pytest.mark.parametrize(
    ("cell", "written"),
    [("＝1", "'＝1"), ("Ann;=1", "Ann;'=1"), ("Ann; +1", "Ann; '+1"), ("Ann-Bo; Cy", "Ann-Bo; Cy")],
)
def test_no_cell_is_a_formula_where_signs_are_wide_or_semicolons_part_cells(cell: str, written: str) -> None:
    text = Listing(("name", "note"), ((cell, "x"),)).csv()
    assert text.split("\r\n")[1] == f"{written},x"
    rows, faults = rows_of(text.encode())
    assert (rows[1].cells, faults) == ((cell, "x"), ())


def test_standings_results_and_the_ledger_are_exported() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy")
    desk.play("Club", ["Ann 400 Bob 350"], byes=["Cy"])
    desk.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (400, 400), "added again"))
    assert standings_csv(desk.tournament, "Club").split("\r\n") == [
        "rank,entrant,wins,spread,note",
        "1,Cy,1,50,",
        "2,Ann,0.5,0,",
        "2,Bob,0.5,0,",
        "",
    ]
    assert results_csv(desk.tournament, "Club").split("\r\n") == [
        "round,table,board,first,second,first score,second score,state,reason",
        "1,1,1,Ann,Bob,400,400,correction,added again",
        "1,,,Cy,,,,bye,",
        "",
    ]
    desk.do(c.TakeMoney("Tess", Fund.DONATION, 500, Method.CASH, note="-for the hat"))
    desk.do(c.ReverseMoney("Tess", 1, "twice"))
    assert [line.split(",")[2:] for line in ledger_csv(desk.tournament).splitlines()[1:]] == [
        ["Tess", "donation", "500", "cash", "", "'-for the hat", "", "", ""],
        ["Tess", "donation", "-500", "cash", "", "twice", "1", "", ""],
    ]


def test_an_address_and_the_wish_for_initials_are_read_and_written_again() -> None:
    desk = Desk()
    desk.open("Club", "club")
    text = "name,e-mail,initials\nAnn Lee,ann@example.org,yes\nBo Poe,,no\n"
    for command in preview_entrants(desk.tournament, text.encode()).commands(DIRECTOR):
        desk.do(command)
    entered = [each.profile for each in desk.tournament.contenders_of("Club")]
    assert entered == [
        Profile("Ann Lee", email="ann@example.org", by_initials=True),
        Profile("Bo Poe"),
    ]
    again = Desk()
    again.open("Club", "club")
    read = preview_entrants(again.tournament, entrants_csv(desk.tournament).encode())
    assert [each.application.of[0] for each in read.entries] == entered


def test_what_is_no_address_is_told_with_its_line() -> None:
    desk = Desk()
    desk.open("Club", "club")
    assert faults(desk, "name,email\nAnn,ann@example.org\nBo,bo at home\n") == [(3, "bad-email")]


def test_a_sign_that_cannot_be_printed_is_refused_with_its_line() -> None:
    desk = Desk()
    desk.open("Club", "club")
    preview = preview_entrants(desk.tournament, b"name,club\nAnn,Elm\nB\x00b,Elm\nCy,O\x07k\n")
    assert [fault.line for fault in preview.faults] == [3, 4]
    assert "cannot be printed" in str(preview.faults[0])


def test_a_doubled_name_is_told_also_where_something_else_is_wrong_with_the_line(iowa: Desk) -> None:
    text = (
        "name,age,division\n"
        "Ann,forty,65-74\n"  # no age, and the name of line 4
        "Bob,66,Nowhere\n"  # no division, and the name of line 6
        "ANN,70,65-74\n"
        "Cy,66,65-74\n"
        "Bob,old,75+\n"  # no age, and the name of line 3
        "Cy,71,65-74\n"
    )
    assert faults(iowa, text) == [
        (2, "bad-number"), (2, "name-taken"), (3, "no-such-division"), (6, "bad-number"), (6, "name-taken"),
        (7, "name-taken"),
    ]  # fmt: skip
    preview = preview_entrants(iowa.tournament, text.encode())
    assert [entry.line for entry in preview.entries] == [4, 5]
    assert "(line 4)" in preview.faults[1].reason


def test_of_a_t_file_names_and_ratings_are_entered() -> None:
    desk = Desk()
    desk.open("Club", "club")
    text = (
        "# club night\n"
        "van der Lee, Ann        1540 2; 401; board 1; p12 1\n"
        "Ng\\; Jr, Bo               0 1; 380\n"
        "\n"
        "Żółć, Łukasz            1320+20\n"
    )
    preview = preview_entrants(desk.tournament, text.encode())
    assert preview.faults == ()
    entered = {(each.line, each.application.name, each.application.of[0].rating) for each in preview.entries}
    assert entered == {(2, "Ann van der Lee", 1540), (3, "Bo Ng; Jr", 0), (5, "Łukasz Żółć", 1320)}


def test_a_list_with_headings_is_no_t_file() -> None:
    desk = Desk()
    desk.open("Club", "club")
    preview = preview_entrants(desk.tournament, b"name,rating\nTeam 7,1500\n")
    assert [each.application.of[0] for each in preview.entries] == [Profile("Team 7", rating=1500)]
    assert faults(desk, "Team 7,club\nAnn 1500\n") == [(1, "missing-column")]


@pytest.mark.parametrize("line", ["Ann,100\n", "Ann 100\n", "\r", "\u2028"])
def test_a_list_of_too_many_lines_is_refused_before_it_is_looked_through(line: str) -> None:
    """Half a million names took most of a minute, and everybody waited for it."""
    desk = Desk()
    desk.open("Open", "club")
    preview = preview_entrants(desk.tournament, ("Name,Rating\n" + line * MOST_LINES).encode())
    assert preview.entries == ()
    assert [(fault.line, fault.code) for fault in preview.faults] == [(1, "file-too-long")]
    assert preview_entrants(
        desk.tournament, b"Name,Rating\n" + b"Ann,100\n" + b"\n" * (MOST_LINES - 2)
    ).entries

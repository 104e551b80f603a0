"""The closing pack: everything of the end in one file, true to the journal."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest

from game.hare.rounds import Round, opening
from paper.reading import NOW_MS, example, normal, printed
from service.rounds.test_chances import NEARLY_ALL, ended
from tournament.vocabulary import Desk
from wordwaiter.errors import MalformedError
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.facts import TableOpened
from wordwaiter.game.hare.facts import HareFact, RoundOpened
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.replay import replay
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_running import run_script
from wordwaiter.paper import Event, closing_pack, event_of, press_paragraph, sponsor_report, sponsors_shown
from wordwaiter.paper.closing_pack import file_name
from wordwaiter.paper.event import BoardPlayed
from wordwaiter.paper.sponsors import SponsorView
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.streams import table_facts, tournament_facts
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.examples import Example, example_facts
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.transfer import export_lines, import_lines
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.files.exports import ledger_csv, results_csv, standings_csv
from wordwaiter.tournament.files.t_file import t_text
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

AT = datetime.fromtimestamp(NOW_MS / 1000, UTC)
STREAM = "example-1"
SPONSORED = ("ROTARY", "ACME")
GAME = """\
rulebook  bee-tortoise
side      Snails
seats     Ann | Ben | Cy | Di
start     GLOW

Ann: plays 8H ....ING
Ben: plays 7L IN
"""


def played_by(*names: str, in_: Example, facts: Sequence[TableFact | HareFact]) -> tuple[NewFact, ...]:
    """The facts of a table at which those of an example play, ready to be written."""
    entrants = fold(example_facts(in_, NOW_MS)).entrants.values()
    numbers = {each.name: each.number for entrant in entrants for each in entrant.contenders}
    first, *others = facts
    if isinstance(first, RoundOpened):
        first = replace(first, contender=numbers[names[0]])
    elif isinstance(first, TableOpened):
        first = replace(first, contenders=tuple(numbers[name] for name in names))
    return table_facts((first, *others))


def write(journal: Journal, stream: str, facts: tuple[NewFact, ...]) -> None:
    journal.append(Entry(stream, facts, AT, expected_version=0, actor="test"))


@pytest.fixture
def bee(tmp_path: Path) -> Iterator[Journal]:
    """The example of the Bee, with two Hare boards and a Tortoise game in its journal."""
    with Journal.open(tmp_path / "bee.db") as journal:
        write(journal, STREAM, tournament_facts(example_facts(Example.BEE, NOW_MS)))
        boards = {"Owls": ("L8 .OTARY", "J8 .URTLE"), "Jays": ("M8 .CMES",)}
        for table, (team, plays) in enumerate(boards.items(), 1):
            built = Round(opening(surprise="TURTLE", sponsors=SPONSORED, team=team))
            built.paints("8H LITERACY", *plays)
            facts = played_by(team, in_=Example.BEE, facts=built.facts)
            write(journal, str(BoardPlace(STREAM, 1, 1, table)), facts)
        run = run_script(parse_script(GAME, Path("game")), shipped_rulebook("bee-tortoise"))
        assert not run.failures
        facts = played_by("Snails", in_=Example.BEE, facts=run.facts)
        write(journal, str(BoardPlace(STREAM, 2, 1, 1)), facts)
        yield journal


def unpacked(pack: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def words_of(content: bytes) -> str:
    file = pypdfium2.PdfDocument(content)
    try:
        return normal(" ".join(page.get_textpage().get_text_bounded() for page in file))
    finally:
        file.close()


def test_an_event_is_gathered_with_what_was_played_at_its_tables(bee: Journal) -> None:
    event = event_of(bee)
    assert [each.where for each in event.boards] == [
        "Hare, round 1, table 1", "Hare, round 1, table 2", "Tortoise, round 1, table 1",
    ]  # fmt: skip
    assert [each.names for each in event.boards] == [("Owls",), ("Jays",), ("Snails",)]
    assert len(event.games) == 1


def test_a_table_that_was_opened_anew_takes_the_place_of_the_first(bee: Journal) -> None:
    built = Round(opening(team="Owls"))
    built.paints("8H LITERACY")
    write(bee, f"{BoardPlace(STREAM, 1, 1, 1)}~2", table_facts(tuple(built.facts)))
    first, *_ = event_of(bee).boards
    assert first.board.text().count("ROTARY") == 0
    assert first.board.tile_counts().total() == 8


def test_sponsors_are_told_how_often_their_names_were_on_a_board(bee: Journal) -> None:
    event = event_of(bee)
    (shown,) = sponsors_shown(event)
    assert shown == SponsorView("ROTARY", "Hare", 1, "Owls", 100)
    text = printed(sponsor_report(event)).text
    assert "ROTARY: on one board" in text
    assert "Hare 1 Owls +100" in text
    # ACMES is an altered sponsor.
    assert "ACME" in text
    assert "on no board" not in text, "a sheet of thanks says nothing of the kind"
    assert "ROTARY $1,500" in text


def test_an_event_without_sponsors_has_no_report_for_them() -> None:
    with pytest.raises(MalformedError) as refused:
        sponsor_report(Event(example(Example.IOWA)))
    assert refused.value.code == "no-sponsors"


def test_the_press_is_told_the_facts_of_the_day(bee: Journal) -> None:
    text = press_paragraph(event_of(bee))
    assert text.startswith("Example: Word bee brought 15 teams together; 9 games were played in 2 divisions.")
    assert (
        "gold went to Jays (Edna Eastlake, Felix Farrow, Gwen Goodwell, Hugo Hartsook) with 877 points"
        in text
    )
    assert "The highest score of the day was 877, by Jays in round 1." in text
    assert text.endswith("$1,781.50 of $3,000 hoped for was raised.")
    ontario = press_paragraph(Event(example(Example.ONTARIO)))
    assert "12 pairs" in ontario
    assert "Gold went to" in ontario


def test_the_press_does_not_count_who_left_before_the_first_round() -> None:
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy")
    desk.do(c.Withdraw("", desk.number("Cy"), "the flu"))
    desk.play("Club", ["Ann 305 Bob 300"])
    assert "brought 2 players together" in press_paragraph(Event(desk.tournament))


def test_the_press_is_told_everybody_who_made_the_highest_score() -> None:
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 305 Bob 305", "Cy 300 Di 200"])
    desk.play("Club", ["Ann 305 Cy 300", "Bob 290 Di 200"])
    text = press_paragraph(Event(desk.tournament))
    assert "The highest score of the day was 305, by Ann in rounds 1 and 2 and Bob in round 1." in text
    assert "Cy with 1 win." in text


def test_the_press_is_told_how_the_game_at_the_first_table_of_the_last_round_turned() -> None:
    desk = Desk("Cup")
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Ben")
    desk.play("Club", ["Ann 351 Ben 310"])
    point = f"{NEARLY_ALL} S/QE 300/310 0"
    boards = (BoardPlayed(Place("Club", 1, 1), ended(point, "Ann: plays 8D RETINAS\nBen: has QE\n")),)
    text = press_paragraph(Event(desk.tournament, boards))
    assert (
        "The turning point of A. against B. (Club, round 1, table 1) was turn 1, when A. scored 7: " in text
    )
    assert re.search(r"the chance of A. to win rose from \d\d to 100 percent\.", text)
    assert "turning point" not in press_paragraph(Event(desk.tournament))


@pytest.mark.long
def test_the_pack_has_everything_that_belongs_to_the_end(bee: Journal) -> None:
    event = event_of(bee)
    parts = unpacked(closing_pack(event, export_lines(bee), ["Dora: opened the tournament"]))
    tournament = event.tournament
    assert parts["results/results-Hare.csv"].decode() == results_csv(tournament, "Hare")
    assert parts["results/standings-Tortoise.csv"].decode() == standings_csv(tournament, "Tortoise")
    assert parts["private/ledger.csv"].decode() == ledger_csv(tournament)
    assert parts["press.txt"].decode().strip() == press_paragraph(event)
    assert parts["private/log.txt"] == b"Dora: opened the tournament\n"
    assert "Jays" in words_of(parts["private/certificates.pdf"])
    assert "$1,781.50 raised" in words_of(parts["private/treasurers-report.pdf"])
    assert "Receipt 5" in words_of(parts["private/receipts.pdf"])
    assert "ROTARY" in words_of(parts["sponsors.pdf"])
    assert "Phones are silenced." in words_of(parts["rules-bee-hare.pdf"])
    assert "Snails" in words_of(parts["games.pdf"])
    assert "Standings" in words_of(parts["standings.pdf"])
    assert "TURTLE" not in parts["boards/Hare-round-1-table-1.txt"].decode()  # it runs down
    assert "LITERACY" in parts["boards/Hare-round-1-table-1.txt"].decode()
    assert {name for name in parts if name.endswith(".svg")} == {
        "boards/Hare-round-1-table-1.svg", "boards/Hare-round-1-table-2.svg",
        "pictures/funds.svg", "pictures/scores-Hare.svg", "pictures/scores-Tortoise.svg",
    }  # fmt: skip
    readme = parts["README.txt"].decode()
    assert all(name in readme for name in parts if name != "README.txt")


def by_initials(tournament: Tournament, *numbers: int) -> Tournament:
    """The same, where all of these entrants asked to be shown by initials."""
    entrants = dict(tournament.entrants)
    for number in numbers:
        shy = tuple(
            replace(each, profile=replace(each.profile, by_initials=True))
            for each in entrants[number].contenders
        )
        entrants[number] = replace(entrants[number], contenders=shy)
    return replace(tournament, entrants=entrants)


def public_words(parts: dict[str, bytes]) -> dict[str, str]:
    """What is written in each file of a pack that anybody may have."""
    return {
        name: words_of(content) if name.endswith(".pdf") else content.decode()
        for name, content in parts.items()
        if not name.startswith("private/")
    }


def test_whoever_asked_for_initials_is_named_only_on_their_own_certificate() -> None:
    ontario = example(Example.ONTARIO)
    winner = standings(ontario, "Open").lines[0].entrant
    parts = unpacked(closing_pack(Event(by_initials(ontario, winner))))
    name = ontario.entrant(winner).contenders[0].name
    first, last = name.split()
    assert name in words_of(parts["private/certificates.pdf"])
    public = public_words(parts)
    assert {"standings.pdf", "press.txt", "results/results-Open.csv", "pictures/scores-Open.svg"} <= set(
        public
    )
    assert not [file for file, words in public.items() if name in words]
    assert f"{first[0]}. {last[0]}." in public["press.txt"]


def test_initials_stand_in_the_games_and_on_the_boards_of_the_pack(tmp_path: Path) -> None:
    iowa = example(Example.IOWA)
    shy, other = (each.contenders[0].name for each in iowa.entrants_of("55-64")[:2])
    told = f"rulebook iowa\nsides {shy} | {other}\n\n{shy}: draws A\n{other}: draws B\n{shy}: plays 8H GLOW\n"
    run = run_script(parse_script(told, Path("game")), shipped_rulebook("iowa"))
    assert not run.failures
    with Journal.open(tmp_path / "iowa.db") as journal:
        write(journal, STREAM, tournament_facts(example_facts(Example.IOWA, NOW_MS)))
        facts = played_by(shy, other, in_=Example.IOWA, facts=run.facts)
        write(journal, str(BoardPlace(STREAM, 1, 1, 1)), facts)
        event = event_of(journal)
    tournament = by_initials(event.tournament, event.tournament.entrants_of("55-64")[0].number)
    public = public_words(unpacked(closing_pack(replace(event, tournament=tournament))))
    first, last = shy.split()
    for file in ("games.pdf", "games/55-64-round-1-table-1.gcg"):
        assert f"{first[0]}. {last[0]}." in public[file]
        assert other in public[file]
    assert not [file for file, words in public.items() if shy in words]


@pytest.mark.long
def test_a_team_that_asked_for_initials_has_them_on_its_board_and_in_the_sponsors_report(
    bee: Journal,
) -> None:
    event = event_of(bee)
    owls = next(each.number for each in event.tournament.entrants.values() if each.name == "Owls")
    shy = replace(event, tournament=by_initials(event.tournament, owls))
    public = public_words(unpacked(closing_pack(shy)))
    assert "O." in public["boards/Hare-round-1-table-1.svg"]
    assert "Hare 1 O. +100" in public["sponsors.pdf"]
    assert not [file for file, words in public.items() if "Owls" in words]


@pytest.mark.long
def test_the_games_of_the_pack_can_be_replayed(bee: Journal) -> None:
    parts = unpacked(closing_pack(event_of(bee)))
    record = read_gcg(parts["games/Tortoise-round-1-table-1.gcg"], "game").record
    assert record.pragma("title") == "Example: Word bee: Tortoise, round 1, table 1"
    assert replay(record, shipped_rulebook("bee-tortoise")).agrees
    assert "private/journal.jsonl" not in parts
    assert "journal import" not in parts["README.txt"].decode()


@pytest.mark.long
def test_the_journal_of_the_pack_is_the_whole_journal(bee: Journal, tmp_path: Path) -> None:
    parts = unpacked(closing_pack(event_of(bee), export_lines(bee)))
    with Journal.open(tmp_path / "copy.db") as copy:
        count = import_lines(parts["private/journal.jsonl"].splitlines(keepends=True), copy, "pack")
    assert count == bee.position()
    with JournalReader.open(tmp_path / "copy.db") as copy_again:
        assert closing_pack(event_of(copy_again), export_lines(copy_again)) == closing_pack(
            event_of(bee), export_lines(bee)
        )


def test_what_is_missing_is_told_of(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "iowa.db") as journal:
        write(journal, STREAM, tournament_facts(example_facts(Example.IOWA, NOW_MS)))
        told = "rulebook iowa\nsides Ann | Ben\n\nAnn: draws A\nBen: draws B\nAnn: scores 24\n"
        run = run_script(parse_script(told, Path("game")), shipped_rulebook("iowa"))
        assert not run.failures
        facts = table_facts(tuple(run.facts))
        write(journal, str(BoardPlace(STREAM, 1, 1, 1)), facts)
        readme = unpacked(closing_pack(event_of(journal)))["README.txt"].decode()
    assert "games.pdf: no game was recorded" in readme
    assert "sponsors.pdf: no sponsor is listed or gave money" in readme
    assert "55-64-round-1-table-1.gcg: no record can tell this game" in readme


def test_rating_files_of_players_are_in_the_pack_and_for_organisers_alone() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann Lee", "Bo Ng")
    ann, bo = (each.number for each in desk.tournament.contenders_of("Club"))
    desk.do(c.PublishRound("Dora", "Club", (Seating(1, (ann, bo)),)))
    desk.do(c.StartRound("Dora", "Club"))
    desk.sheet("Club", 1, (400, 350), ["Ann Lee", "Bo Ng"])
    parts = unpacked(closing_pack(Event(desk.tournament)))
    assert parts["private/ratings/Club.t"] == t_text(desk.tournament, "Club").encode()
    assert parts["private/ratings/results.tou"] == tou_text(desk.tournament, ("Club",)).encode()
    dateless = unpacked(closing_pack(Event(replace(desk.tournament, date=""))))
    assert [name for name in dateless if name.startswith("private/ratings/")] == ["private/ratings/Club.t"]


def test_divisions_whose_names_become_one_have_files_of_their_own() -> None:
    ontario = example(Example.ONTARIO)
    division = ontario.divisions["Open"]
    alike = {name: replace(division, name=name) for name in ("A/B", "A B", "a-b")}
    parts = unpacked(closing_pack(Event(Tournament("Alike", "", "", 0, 0, 0, divisions=alike))))
    assert {name for name in parts if name.startswith("results/results")} == {
        "results/results-A-B.csv", "results/results-A-B-2.csv", "results/results-a-b-3.csv",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("65-74", "65-74"),
        ("75+", "75+"),
        ("../../etc", "etc"),
        ("Ärzte & Öle", "Ärzte-Öle"),
        ("///", "unnamed"),
        ("a:b", "a-b"),
        ("CON", "CON-"),
        ("漢字", "漢字"),
        ("x" * 300, "x" * 80),
    ],
)
def test_names_of_files_are_safe_and_readable(text: str, name: str) -> None:
    assert file_name(text) == name

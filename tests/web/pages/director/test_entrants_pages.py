"""Entrants, their check-in and their import, each on a page of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import AgeBand, Profile, PublicNames, pair_of
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.app import create_app

DORA = director_of_everything("Dora")
ROOM = "/director/tournament-1"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("few", ["READ"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def desk(context: Context) -> Iterator[Desk]:
    with TestClient(create_app(context)) as client:
        yield Desk.of(client, context, Grant(Role.DIRECTOR, HOUSE))


def begin(context: Context, *divisions: c.OpenDivision) -> None:
    begin_tournament(context, DORA, c.OpenTournament("", "Day", names=PublicNames.FULL), divisions)


def begin_doubles(context: Context) -> None:
    """Three pairs, of whom nobody has come yet."""
    begin(context, c.OpenDivision("", "Open", shipped_format("ontario")))
    pairs = (("Zoë Ames", "Abe"), ("Bea", "Bob Côté"), ("Cat", "Cy"))
    applications = tuple(pair_of(Profile(one, age=60), Profile(other, age=61)) for one, other in pairs)
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.Register("", "Open", applications))


def begin_ages(context: Context) -> None:
    """Divisions by age, as at Iowa's games."""
    iowa = shipped_format("iowa")
    begin(
        context,
        c.OpenDivision("", "Middle", iowa, ages=AgeBand(65, 74)),
        c.OpenDivision("", "Elders", iowa, ages=AgeBand(75)),
    )


def test_partners_of_two_divisions_are_told_what_to_add(context: Context, desk: Desk) -> None:
    pairs = shipped_format("ontario")
    begin(
        context,
        c.OpenDivision("", "Younger", pairs, ages=AgeBand(55, 69)),
        c.OpenDivision("", "Older", pairs, ages=AgeBand(70)),
    )
    desk.open(f"{ROOM}/entrants")
    desk.press("register", **{"name": "Quin", "age": "68", "partner-name": "Rose", "partner-age": "73"})
    why = "Quin (68), Rose (73) belong to different divisions; add a division for the ages of both."
    assert desk.alerts == [why]
    desk.press("open-division", name="Mixed", ages="55+", format="ontario")
    desk.press("register", **{"name": "Quin", "age": "68", "partner-name": "Rose", "partner-age": "73"})
    assert [each.name for each in day(context).entrants_of("Mixed")] == ["Quin & Rose"]


def day(context: Context) -> Tournament:
    return snapshot_of(context, "tournament-1").tournament


def numbers(context: Context, *names: str) -> str:
    """As a button has them."""
    known = {each.name: each.number for each in day(context).contenders_of("Open")}
    return " ".join(str(known[name]) for name in names)


def test_a_pair_is_one_line_and_one_tap_checks_both_in(context: Context, desk: Desk) -> None:
    begin_doubles(context)
    desk.open(f"{ROOM}/check-in")
    assert desk.html.count("<li data-found=") == 3
    desk.press(numbers(context, "Zoë Ames", "Abe"), "here")
    assert {each.name for each in day(context).playing("Open")} == {"Zoë Ames", "Abe"}
    # Only Bob of the next pair has come; then Abe turns out to have been somebody else.
    desk.press(numbers(context, "Bob Côté"), "here")
    desk.press(numbers(context, "Abe"), "not-here")
    assert {each.name for each in day(context).playing("Open")} == {"Zoë Ames", "Bob Côté"}
    assert "✓ Bob Côté is here" in desk.text
    desk.press("Open", "everyone")
    assert len(day(context).playing("Open")) == 6
    assert not desk.forms("Open", "everyone")


def test_whoever_withdrew_before_play_is_not_waited_for(context: Context, desk: Desk) -> None:
    begin_doubles(context)
    for name in ("Cat", "Cy"):
        execute(
            context, DORA, TOURNAMENTS, "tournament-1", c.Withdraw("", int(numbers(context, name)), "the flu")
        )
    desk.open(f"{ROOM}/check-in")
    desk.press("Open", "everyone")
    assert not desk.forms("Open", "everyone")
    for page in ("", "/entrants", "/check-in"):
        assert "4 of 4 here" in desk.open(f"{ROOM}{page}")


def test_an_import_says_how_many_it_entered_and_how_many_lines_it_skipped(
    context: Context, desk: Desk
) -> None:
    begin_doubles(context)
    listed = "name,partner,age,partner age\nDee,Dan,60,61\nEve,Ed,60,61\nFay,,60,61\n"
    desk.open(f"{ROOM}/entrants/file")
    desk.press("preview", pasted=listed)
    form = desk.forms("enter")[0]
    desk.press("enter", pasted=listed)
    told = "List imported: 2 pairs. 1 line with errors was skipped."
    assert f'<p class="card" role="status">{told}</p>' in desk.html
    assert "0 of 10 here" in desk.text  # people, with those of before
    # Sent once more by a browser that had no answer, it says the same.
    fields = {**dict(form.fields), "do": "enter", "pasted": listed}
    headers = {**desk.headers, "accept": "application/json"}
    assert desk.client.post(form.action, data=fields, headers=headers).json()["said"] == told


def test_whoever_withdraws_or_comes_back_is_named_when_the_page_is_there_again(
    context: Context, desk: Desk
) -> None:
    begin_doubles(context)
    for button, told in (("withdraw", "Bea: withdrawn."), ("reinstate", "Bea: brought back.")):
        desk.open(f"{ROOM}/entrants")
        desk.press(button, contender=numbers(context, "Bea"), reason="the flu")
        assert f'<p class="card" role="status">{told}</p>' in desk.html
    assert '<option value="">Choose…</option>' in desk.html  # nobody is named before somebody chooses


@pytest.mark.parametrize(
    ("find", "found"),
    [("zoe", ["Zoë Ames"]), ("COTE b", ["Bob Côté"]), ("c", ["Bob Côté", "Cat"]), ("xyz", [])],
)
def test_a_search_finds_names_without_accents_and_capitals(
    context: Context, desk: Desk, find: str, found: list[str]
) -> None:
    begin_doubles(context)
    for page in ("entrants", "check-in"):
        desk.open(f"{ROOM}/{page}?find={find.replace(' ', '+')}")
        lines = desk.html.split("data-found=")[1:]
        assert len(lines) == len(found)
        assert all(name in line for name, line in zip(found, lines, strict=True))


@pytest.mark.clause("ontario-a-default")
def test_who_comes_late_needs_the_convenors_reason(context: Context, desk: Desk) -> None:
    begin_doubles(context)
    here = numbers(context, "Zoë Ames", "Abe", "Bea", "Bob Côté").split()
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.CheckIn("", tuple(map(int, here))))
    desk.open(f"{ROOM}/rounds/1")
    desk.press("publish")
    desk.press("start-round")
    desk.open(f"{ROOM}/check-in")
    late = numbers(context, "Cat", "Cy")
    desk.press(late, "here", late__reason="")
    assert "play has started, so Cat is in default" in desk.alerts[0].replace("Play", "play")
    desk.press(late, "here", late__reason="the bus broke down")
    assert {each.name for each in day(context).playing("Open")} >= {"Cat", "Cy"}


@pytest.mark.clause("iowa-format")
def test_ages_decide_the_division_in_the_form_and_in_a_list(context: Context, desk: Desk) -> None:
    begin_ages(context)
    assert "Ages decide the division." in desk.open(f"{ROOM}/entrants")
    desk.press("register", name="Ann", age="70")
    assert "Ann: added to Middle." in desk.text
    desk.press("register", name="Bo", age="75")
    assert [each.name for each in day(context).entrants_of("Middle")] == ["Ann"]
    assert [each.name for each in day(context).entrants_of("Elders")] == ["Bo"]
    desk.press("register", name="Cy", age="40")
    assert desk.alerts == ["No division is for this age: 40."]
    desk.open(f"{ROOM}/entrants/file")
    desk.press("preview", pasted="name,age\nDi,74\nEd,90\nFay,33", division="")
    assert "Line 4: No division is for this age: 33." in desk.text
    desk.press("enter", pasted="name,age\nDi,74\nEd,90")
    assert desk.address.startswith(f"{ROOM}/check-in")
    assert [each.name for each in day(context).entrants_of("Middle")] == ["Ann", "Di"]
    assert [each.name for each in day(context).entrants_of("Elders")] == ["Bo", "Ed"]


def test_a_division_is_called_otherwise_and_ages_that_two_have_are_told(context: Context, desk: Desk) -> None:
    begin_ages(context)
    assert "Some ages are in both" not in desk.open(f"{ROOM}/entrants")
    desk.press("change-division", "do", 1, name="Eldest", ages="70+")
    assert "Division saved." in desk.text
    assert [str(each.ages) for each in day(context).divisions.values()] == ["65-74", "70+"]
    assert "Some ages are in both Middle and Eldest. Whoever fits both goes into Middle." in desk.text


def test_a_scorekeeper_checks_in_and_imports_nothing(context: Context) -> None:
    begin_doubles(context)
    with TestClient(create_app(context)) as client:
        keeper = Desk.of(client, context, Grant(Role.SCOREKEEPER, "tournament-1"), name="Sam")
        keeper.open(f"{ROOM}/check-in")
        keeper.press(numbers(context, "Zoë Ames", "Abe"), "here")
        keeper.open(f"{ROOM}/entrants/file")
        assert keeper.status == 403
    assert len(day(context).playing("Open")) == 2

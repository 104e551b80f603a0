"""A tournament through the API: made, entered, paired, played, ranked and told."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, begin_cup, join, start_round
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament.commands import CallOfficial, Command, OpenDivision
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.roles import GRANTS
from wordwaiter.tournament.state import Official
from wordwaiter.web.api.looking import UNDOERS

from .conftest import Ask
from .person import Person, name_of, refused, told
from .venue import DIRECTOR, Venue

CSV = b"\xef\xbb\xbfname;club;age\nAnn;Ames;70\nBob;Boone;71\nCid;Ames;72\n"


def test_a_whole_small_tournament(director: Person, public: Person) -> None:
    opened = told(
        director.post("/tournaments", {"name": "Club day", "divisions": [{"name": "A", "format": "club"}]}),
        201,
    )
    club = opened["tournament"]
    assert opened["version"] == 2
    assert [fact["kind"] for fact in opened["facts"]] == ["tournament.opened", "tournament.division_opened"]

    path = f"/tournaments/{club}"
    preview = told(director.post_file(f"{path}/entrants/preview", CSV, "text/csv"))
    assert [each["entry"]["name"] for each in preview["entries"]] == ["Ann", "Bob", "Cid"]
    assert preview["faults"] == []
    told(director.post_file(f"{path}/entrants/import", CSV, "text/csv"))
    told(director.give(club, "register", division="A", applications=[{"name": "Di", "of": [{"name": "Di"}]}]))
    told(director.give(club, "check-in", contenders=[1, 2, 3, 4]))
    entrants = told(public.get(f"{path}/entrants"))
    assert [each["name"] for each in entrants] == ["A.", "B.", "C.", "D."], "nobody chose names in public"
    assert [each["contenders"][0]["age"] for each in entrants] == [None] * 4
    assert told(director.get(f"{path}/entrants"))[0]["contenders"][0]["age"] == 70

    proposed = told(director.post(f"{path}/rounds/propose", {"division": "A", "seed": 7}))
    assert len(proposed["games"]) == 2
    assert all(game["why"] for game in proposed["games"])
    games = [{"first": 1, "second": 2}, {"first": 3, "second": 4}]
    breaches = told(director.post(f"{path}/rounds/check", {"division": "A", "games": games[:1]}))
    assert [(each["kind"], each["forbidden"]) for each in breaches][:1] == [("left-out", True)]
    assert told(director.post(f"{path}/rounds/check", {"division": "A", "games": games})) == []
    told(director.post(f"{path}/rounds/publish", {"division": "A", "games": games}))
    told(director.give(club, "start-round", division="A"))
    assert told(public.get(path))["divisions"][0]["missing"] != []
    for table, scores in ((1, [400, 300]), (2, [350, 350])):
        sheet = {"division": "A", "round": 1, "table": table, "scores": scores}
        told(director.give(club, "decide-result", **sheet, reason="told"))
    told(director.give(club, "close-round", division="A"))

    (round_told,) = told(public.get(f"{path}/rounds", round=1))
    assert round_told["stage"] == "closed"
    assert [each["scores"] for each in round_told["sittings"]] == [[400, 300], [350, 350]]
    (table,) = told(public.get(f"{path}/standings"))
    assert table["criteria"] == ["wins", "spread"]
    assert [(line["rank"], line["name"], line["values"]) for line in table["lines"]] == [
        (1, "A.", {"wins": 1, "spread": 100}),
        (2, "C.", {"wins": 0.5, "spread": 0}),
        (2, "D.", {"wins": 0.5, "spread": 0}),
        (4, "B.", {"wins": 0, "spread": -100}),
    ]
    assert all(line["why"] for line in table["lines"])
    awards = told(public.get(f"{path}/awards"))
    assert {(each["award"], each["name"]) for each in awards} >= {("gold", "A."), ("silver", "C.")}
    both = told(director.get(f"{path}/defaults/1"))
    assert both["before"]["lines"][0]["name"] == "Ann"
    assert both["after"]["lines"][-1]["rank"] is None
    assert told(director.get(f"{path}/log", newest=1))[0]["kind"] == "tournament.round_closed"
    told(director.post(f"{path}/undo", {"reason": "too early"}))
    assert told(public.get(path))["divisions"][0]["stage"] == "ended"


def test_nobody_has_the_whole_day_read_for_an_undo_that_is_never_theirs(venue: Venue) -> None:
    """What would be undone is only known once all facts are read."""
    for role in (Role.PLAYER, Role.TABLE_SCOREKEEPER, Role.DISPLAY, Role.JUDGING_STATION):
        assert not UNDOERS.admits(Caller("Sam", "d", frozenset({Grant(role, venue.turns)})), venue.turns)
    for role in (Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER, Role.EMCEE, Role.TREASURER):
        grant = Grant(role, venue.turns, "A")
        assert UNDOERS.admits(Caller("Sam", "d", frozenset({grant})), venue.turns)


def test_the_list_says_which_are_examples(public: Person, venue: Venue) -> None:
    found = {each["tournament"]: each for each in told(public.get("/tournaments"))}
    assert found[venue.turns]["is_example"]
    assert not found[venue.spare]["is_example"]


def test_an_example_can_be_made_where_nothing_real_is(director: Person) -> None:
    refused(director.post("/tournaments/examples", {"example": "iowa"}), 409, "tournament-here")


def test_a_file_with_a_wrong_line_enters_nobody(director: Person, venue: Venue) -> None:
    wrong = b"name,age\nEve,old\nFay,60\n"
    path = f"/tournaments/{venue.spare}"
    preview = told(director.post_file(f"{path}/entrants/preview", wrong, "text/csv"))
    assert [fault["line"] for fault in preview["faults"]] == [2]
    refused(director.post_file(f"{path}/entrants/import", wrong, "text/csv"), 422, "faulty-lines")
    assert told(director.get(f"{path}/entrants")) == []
    told(director.post_file(f"{path}/entrants/import", wrong, "text/csv", leave_out_faulty=True))
    assert [each["name"] for each in told(director.get(f"{path}/entrants"))] == ["Fay"]


def test_a_division_file_becomes_a_tournament(director: Person) -> None:
    file = b"Ann 1500 2 2; 400 350\nBob 1400 1 1; 300 360\n"
    made = told(director.post_file("/tournaments/from-t", file, "text/plain", name="Old day"), 201)
    (table,) = told(director.get(f"/tournaments/{made['tournament']}/standings"))
    assert [(line["name"], line["values"]["wins"]) for line in table["lines"]] == [("Ann", 1), ("Bob", 1)]


@pytest.mark.parametrize(
    ("what", "begins", "role"),
    [
        ("standings", "rank,entrant,", Role.PUBLIC),
        ("results", "round,table,board,", Role.PUBLIC),
        ("t", "", Role.PUBLIC),
        ("entrants", "division,name,", Role.SCOREKEEPER),
        ("ledger", "line,at ms,by,", Role.TREASURER),
    ],
)
def test_files_for_other_programs(venue: Venue, person: Ask, what: str, begins: str, role: Role) -> None:
    divisions = told(person(Role.PUBLIC).get(f"/tournaments/{venue.turns}"))["divisions"]
    path = f"/tournaments/{venue.turns}/exports/{what}"
    answer = person(role).get(path, division=divisions[0]["name"])
    assert answer.status_code == 200, answer.text
    assert answer.text.startswith(begins)
    assert "attachment" in answer.headers["content-disposition"]
    if role is not Role.PUBLIC:
        refused(person(Role.PUBLIC).get(path), 401, "unknown-device")
        refused(person(Role.EMCEE).get(path), 403, "not-your-role")


def test_an_export_that_is_none_is_not_there(public: Person, venue: Venue) -> None:
    refused(public.get(f"/tournaments/{venue.turns}/exports/secrets"), 404, "no-such-export")


def test_money_is_told_to_the_treasurer_and_its_sum_to_everybody(venue: Venue, person: Ask) -> None:
    path = f"/tournaments/{venue.bee}"
    before = told(person(Role.PUBLIC).get(f"{path}/funds"))["total_cents"]
    treasurer = person(Role.TREASURER)
    told(treasurer.give(venue.bee, "take-money", fund="donation", cents=2_500, method="cash", note="a hat"))
    assert told(person(Role.PUBLIC).get(f"{path}/funds"))["total_cents"] == before + 2_500
    ledger = told(treasurer.get(f"{path}/ledger"))
    assert ledger["lines"][-1]["payment"]["note"] == "a hat"
    receipt = told(treasurer.get(f"{path}/receipts/{ledger['lines'][-1]['number']}"))
    assert any("$25" in line for line in receipt)
    refused(person(Role.EMCEE).get(f"{path}/ledger"), 403, "not-your-role")


def test_calls_and_the_day(venue: Venue, person: Ask) -> None:
    told(
        person(Role.SCOREKEEPER).give(venue.turns, "call-official", table=1, wanted="judge", reason="a word")
    )
    judge = person(Role.JUDGE)
    (call,) = [each for each in told(judge.get(f"/tournaments/{venue.turns}/calls")) if each["note"] is None]
    told(judge.give(venue.turns, "answer-call", call=call["number"]))
    told(judge.give(venue.turns, "end-call", call=call["number"], note="ruled"))
    slot = {"name": "Lunch", "kind": "break", "starts_ms": 1_794_744_000_000, "length_ms": 1_800_000}
    told(person(Role.DIRECTOR).give(venue.turns, "set-timetable", slots=[slot]))
    assert told(person(Role.PUBLIC).get(f"/tournaments/{venue.turns}/timetable")) == [slot]


def test_why_a_table_calls_is_for_those_who_have_a_task_in_the_room(venue: Venue, person: Ask) -> None:
    path, judge = f"/tournaments/{venue.turns}", person(Role.JUDGE)
    told(
        person(Role.SCOREKEEPER).give(
            venue.turns, "call-official", table=2, wanted="convenor", reason="feels faint"
        )
    )
    for role in (Role.PLAYER, Role.DISPLAY):
        refused(person(role).get(f"{path}/calls"), 403, "not-your-role")
        assert "feels faint" not in person(role).get(path).text
    (call,) = told(person(Role.EMCEE).get(path))["calls"]
    assert call["reason"] == "feels faint"
    told(judge.give(venue.turns, "end-call", call=call["number"], note="better"))


def test_the_log_tells_a_judge_nothing_of_money(venue: Venue, person: Ask) -> None:
    path = f"/tournaments/{venue.bee}"
    told(person(Role.TREASURER).give(venue.bee, "take-money", fund="donation", cents=4_321, method="cash"))
    kinds = {each["kind"] for each in told(person(Role.JUDGE).get(f"{path}/log", newest=10_000))}
    assert "tournament.opened" in kinds
    assert "tournament.money_taken" not in kinds
    everything = told(person(Role.DIRECTOR).get(f"{path}/log"))
    assert everything[-1]["kind"] == "tournament.money_taken"
    assert "43.21" in everything[-1]["sentence"]


def test_the_words_of_a_round_are_a_surprise_until_it_begins(venue: Venue, person: Ask) -> None:
    told(person(Role.DIRECTOR).get(f"/tournaments/{venue.bee}/bee"))
    rounds = told(person(Role.PUBLIC).get(f"/tournaments/{venue.bee}/rounds"))
    division, number = rounds[-1]["division"], rounds[-1]["round"]
    director = person(Role.DIRECTOR)
    told(director.give(venue.bee, "halt-round", division=division, reason="too early"))
    words = {"division": division, "round": number, "starting_word": "bond", "surprise_word": "quotes"}
    told(person(Role.EMCEE).give(venue.bee, "announce-words", **words, without=["sponsors"]))

    def surprise(role: Role) -> str | None:
        found = told(person(role).get(f"/tournaments/{venue.bee}/rounds", division=division, round=number))
        word: str | None = found[0]["words"]["surprise_word"]
        return word

    assert surprise(Role.PUBLIC) is None
    assert surprise(Role.PLAYER) is None
    assert surprise(Role.EMCEE) == "QUOTES"
    told(director.give(venue.bee, "start-round", division=division))
    assert surprise(Role.PUBLIC) == "QUOTES"


def _sittings(venue: Venue, person: Ask) -> list[dict[str, Any]]:
    rounds = told(person(Role.PUBLIC).get(f"/tournaments/{venue.bee}/rounds"))
    return [each for played in rounds for each in played["sittings"]]


def test_the_word_of_a_peek_is_for_judges_and_its_own_table(venue: Venue, person: Ask) -> None:
    path = f"/tournaments/{venue.bee}/bee"
    team = told(person(Role.PUBLIC).get(f"/tournaments/{venue.bee}/rounds"))[0]["sittings"][0]["sides"][0]
    told(person(Role.TREASURER).give(venue.bee, "buy-peek", team=team["number"], word="quotes"))
    peek = told(person(Role.JUDGE).get(path))["peeks"][-1]["number"]
    told(person(Role.JUDGE).give(venue.bee, "answer-peek", peek=peek, good=True))
    assert told(person(Role.JUDGE).get(path))["peeks"][-1]["good"] is True
    for role, word in ((Role.TREASURER, ""), (Role.EMCEE, ""), (Role.TABLE_SCOREKEEPER, "QUOTES")):
        shown = told(person(role).get(path))["peeks"][-1]
        assert (shown["word"], shown["good"]) == (word, None), role
    sittings = _sittings(venue, person)
    table = next(each["table"] for each in sittings if each["sides"][0]["number"] == team["number"])
    for number, word in ((table, "QUOTES"), (table + 1, "")):
        keeper = Grant(Role.TABLE_SCOREKEEPER, venue.bee, table=number)
        code = venue.context.devices.invite(DIRECTOR, [keeper])
        token = venue.context.devices.join(code.secret, Joining("Walt")).token
        walt = Person(person(Role.PUBLIC).client, {"Authorization": f"Bearer {token}"})
        assert told(walt.get(path))["peeks"][-1]["word"] == word
    refused(person(Role.PLAYER).get(path), 403, "not-your-role")
    refused(person(Role.SCOREKEEPER).get(f"/tournaments/{venue.bee}/log"), 403, "not-your-role")


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.DIRECTOR, Role.PUBLIC)])
def test_each_role_gives_the_commands_of_its_task_and_no_others(
    venue: Venue, person: Ask, role: Role
) -> None:
    forbidden = {kind.__name__ for kind in Command.__args__ if kind not in GRANTS[role]}
    assert "SetTimetable" in forbidden
    answer = person(role).give(venue.turns, "set-timetable", slots=[])
    refused(answer, 403, "not-your-role")


def test_nobody_gives_commands_without_a_token(public: Person, venue: Venue) -> None:
    refused(public.give(venue.turns, "set-timetable", slots=[]), 401, "unknown-device")


def test_what_is_private_is_told_to_officials_alone(director: Person, public: Person) -> None:
    made = told(
        director.post("/tournaments", {"name": "Quiet", "divisions": [{"name": "A", "format": "club"}]}), 201
    )
    stream = made["tournament"]
    shy = {
        "name": "Shirley Young",
        "age": 81,
        "needs": ["one-table"],
        "email": "s@y.example",
        "by_initials": True,
    }
    others = [{"name": name, "of": [{"name": name}]} for name in ("Ann", "Bob", "Cid")]
    entries = [{"name": "Shirley Young", "of": [shy]}, *others]
    told(director.give(stream, "register", division="A", applications=entries))
    told(director.give(stream, "check-in", contenders=[1, 2, 3, 4]))
    for number in (1, 2):
        told(director.post(f"/tournaments/{stream}/rounds/publish", {"division": "A"}))
        told(director.give(stream, "start-round", division="A"))
        for table in (1, 2):
            sheet = {"division": "A", "round": number, "table": table, "scores": [400, 390]}
            told(director.give(stream, "decide-result", **sheet, reason="Shirley Young felt faint"))
        told(director.give(stream, "close-round", division="A"))
    told(director.give(stream, "declare-default", contender=1, reason="taken to hospital"))
    told(director.give(stream, "call-official", table=1, wanted="convenor", reason="Shirley Young is unwell"))

    private = ("Shirley Young", "81", "one-table", "s@y.example", "faint", "hospital", "stays at table")
    paths = (
        "",
        "/entrants",
        "/rounds",
        "/standings",
        "/awards",
        "/funds",
        "/exports/standings",
        "/exports/results",
    )
    tables = [f"/tables/{name_of(each)}" for each in told(public.get("/tables", tournament=stream))]
    assert tables
    for path in (*(f"/tournaments/{stream}{part}" for part in paths), *tables):
        text = public.get(path).text
        # By whole words: times in milliseconds have any two digits in them.
        assert not [each for each in private if re.search(rf"\b{re.escape(each)}\b", text)], path
    assert "S. Y." in public.get(f"/tournaments/{stream}/entrants").text
    officials = "".join(director.get(f"/tournaments/{stream}{part}").text for part in paths)
    assert not [each for each in ("Shirley Young", "81", "s@y.example", "hospital") if each not in officials]


def test_a_role_in_one_tournament_is_none_in_another(venue: Venue, person: Ask) -> None:
    refused(person(Role.TREASURER).get(f"/tournaments/{venue.spare}/ledger"), 403, "not-your-role")


def test_a_tournament_that_does_not_exist_is_not_there(public: Person) -> None:
    refused(public.get("/tournaments/tournament-99"), 404, "no-such-tournament")


def test_the_devices_of_a_tournament_end_with_it(director: Person, venue: Venue) -> None:
    grants = [{"role": "emcee", "stream": venue.spare}]
    made = told(director.post("/invitations", {"grants": grants, "name": "Em"}), 201)
    token = told(director.post("/join", {"code": made["secret"]}), 201)["token"]
    emcee = Person(director.client, {"Authorization": f"Bearer {token}"})
    told(emcee.get(f"/tournaments/{venue.spare}/calls"))
    told(director.post(f"/tournaments/{venue.spare}/end", {"reason": "over"}))
    refused(emcee.get(f"/tournaments/{venue.spare}/calls"), 401, "unknown-device")
    found = {each["tournament"]: each["has_ended"] for each in told(director.get("/tournaments"))}
    assert found[venue.spare]
    assert not found[venue.turns]


def test_what_a_command_brought_about_is_told_as_the_feed_tells_it(
    context: Context, client: TestClient[Any]
) -> None:
    """A player hears of their own command no more than of what others do."""
    begin_cup(context)
    start_round(context)
    token, caller = join(context, Grant(Role.PLAYER, CUP, entrant=1))
    sheet = {"command": "hand-in-sheet", "division": "A", "round": 1, "table": 1, "scores": [310, 290]}
    answer = client.post(
        f"/api/v1/tournaments/{CUP}/commands", json={**sheet, "signed": [1]}, headers=bearer(token)
    )
    (fact,) = context.journal.facts(CUP, newest=1)
    shown: Any = visible_fact(caller, fact)
    assert answer.json()["facts"] == [{"kind": "tournament.sheet_handed_in", **shown["body"]}]


def test_whoever_calls_an_official_is_told_their_own_call_and_its_number(
    context: Context, client: TestClient[Any]
) -> None:
    begin_cup(context)
    start_round(context)
    token, _ = join(context, Grant(Role.PLAYER, CUP, entrant=1))
    call = {"command": "call-official", "table": 1, "wanted": "judge", "reason": "he feels ill"}
    answer = client.post(f"/api/v1/tournaments/{CUP}/commands", json=call, headers=bearer(token))
    (told,) = answer.json()["facts"]
    assert (told["kind"], told["number"], told["table"]) == ("tournament.official_called", 1, 1)
    assert (told["wanted"], told["reason"]) == ("judge", "he feels ill")


def test_why_a_table_calls_is_for_those_who_look_after_it(context: Context, client: TestClient[Any]) -> None:
    begin_cup(context)
    start_round(context)
    execute(context, OWNER, TOURNAMENTS, CUP, CallOfficial("Di", 1, Official.JUDGE, "he feels ill"))

    def hears(*grants: Grant) -> set[bool]:
        token, _ = join(context, *grants)
        paths = (f"/api/v1/tournaments/{CUP}", f"/api/v1/tournaments/{CUP}/calls")
        return {"ill" in client.get(path, headers=bearer(token)).text for path in paths}

    assert hears(Grant(Role.TABLE_SCOREKEEPER, CUP, table=1)) == {True}
    assert hears(Grant(Role.TABLE_SCOREKEEPER, CUP, table=2)) == {False}
    assert hears(Grant(Role.SCOREKEEPER, CUP)) == {True}
    execute(context, OWNER, TOURNAMENTS, CUP, OpenDivision("Cora", "B", shipped_format("club")))
    for division, expected in (("A", True), ("B", False)):
        judge = Grant(Role.JUDGE, CUP, division=division)
        assert hears(judge) == {expected}
        token, _ = join(context, judge)
        assert ("ill" in client.get("/api/v1/judge/queue", headers=bearer(token)).text) is expected

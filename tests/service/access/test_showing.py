"""What each may see of entrants, racks and rulings: no more than their task needs."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from game.vocabulary import ann_and_ben, newcomers
from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.game import commands as g
from wordwaiter.game.records import fact_to_plain as plain_game_fact
from wordwaiter.game.table import EndReason, TableKind
from wordwaiter.game.views import view_for
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.rack import Rack
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant
from wordwaiter.service.access.visibility import (
    names_for,
    tournament_for,
    visible_fact,
)
from wordwaiter.service.tables.names_at_tables import NamesAtTables
from wordwaiter.store.facts import Fact
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, pair_of, single
from wordwaiter.tournament.entrants.public_names import initials_of
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.records import fact_to_plain
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

CUP = "tournament-1"
PLACE = Place("A", 1, 1)
ANN = Profile(
    "Ann-Marie Leclerc", "Ames", 83, needs=(Need.STEP_FREE,), email="ann@example.org", by_initials=True
)
BO = Profile("Bo Poe", "Bath", 47, needs=(Need.LARGE_PRINT,), email="bo@example.org")


def holder(role: Role, entrant: int | None = None) -> Caller:
    entrant = entrant if role is Role.PLAYER else None
    return Caller("Sam", "device-1", frozenset({Grant(role, CUP, entrant=entrant)}))


OFFICIALS = [Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER]
OTHERS = [role for role in Role if role not in OFFICIALS and role is not Role.PLAYER]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open("A", "club")
    desk.enter("A", [single(ANN), single(BO)])
    return desk


def facts_of(desk: Desk) -> list[Fact]:
    told = [fact_to_plain(fact) for fact in desk.facts]
    return [_journal_fact(CUP, number, body) for number, body in enumerate(told, start=1)]


def _journal_fact(stream: str, number: int, body: dict[str, object]) -> Fact:
    kind = str(body.pop("kind"))
    return Fact(
        number, stream, number, kind, 1, body, "Dora", "device-9", datetime(2026, 6, 20, tzinfo=UTC), None
    )


def seen(caller: Caller, facts: list[Fact]) -> str:
    """Everything that a caller is told, as text."""
    return json.dumps([visible_fact(caller, fact) for fact in facts], ensure_ascii=False)


# ---------------------------------------------------------------- entrants


@pytest.mark.parametrize("role", OFFICIALS)
def test_officials_see_everything_of_an_entrant(desk: Desk, role: Role) -> None:
    assert tournament_for(holder(role), CUP, desk.tournament) == desk.tournament
    for private in ("83", "step-free", "ann@example.org", "Ann-Marie Leclerc"):
        assert private in seen(holder(role), facts_of(desk))


@pytest.mark.parametrize(
    "caller", [*map(holder, OTHERS), holder(Role.PLAYER, 1), holder(Role.PLAYER, 2), NOBODY]
)
def test_nobody_else_sees_age_needs_or_address(desk: Desk, caller: Caller) -> None:
    told = repr(tournament_for(caller, CUP, desk.tournament)) + seen(caller, facts_of(desk))
    for private in ("83", "47", "step-free", "STEP_FREE", "LARGE_PRINT", "example.org"):
        assert private not in told, private
    assert "Bo Poe" in told


def test_an_official_of_another_tournament_is_none_here(desk: Desk) -> None:
    elsewhere = Caller("Sam", "d", frozenset({Grant(Role.DIRECTOR, "tournament-2")}))
    assert "ann@example.org" not in repr(tournament_for(elsewhere, CUP, desk.tournament))
    assert "ann@example.org" not in seen(elsewhere, facts_of(desk))


@pytest.mark.parametrize("caller", [NOBODY, holder(Role.DISPLAY), holder(Role.EMCEE), holder(Role.PLAYER, 2)])
def test_whoever_asked_is_shown_by_initials_in_every_list(desk: Desk, caller: Caller) -> None:
    shown = tournament_for(caller, CUP, desk.tournament)
    assert [line.name for line in standings(shown, "A").lines] == ["A. M. L.", "Bo Poe"]
    assert "A. M. L." in repr(shown)
    for told in (repr(shown), seen(caller, facts_of(desk))):
        assert "Leclerc" not in told


def by_of(shown: Tournament) -> list[str]:
    """The names that stand beside what was done in the first round."""
    (sitting,) = shown.round("A", 1).sittings
    assert sitting.outcome is not None
    return [*(sheet.by for sheet in sitting.sheets), sitting.outcome.by]


def test_whoever_hands_a_sheet_in_is_named_to_those_alone_who_need_the_name(desk: Desk) -> None:
    """Their device may have their full name, and they may be a child."""
    desk.publish("A", [("Ann-Marie Leclerc", "Bo Poe")])
    desk.do(c.StartRound(DIRECTOR, "A"))
    desk.do(c.HandInSheet("Ann-Marie Leclerc", "A", 1, 1, (400, 300), (1,)))
    desk.do(c.HandInSheet("Annie Leclerc", "A", 1, 1, (400, 300), (2,)))
    names = ["Ann-Marie Leclerc", "Annie Leclerc", "Annie Leclerc"]
    for caller in (holder(Role.JUDGE), holder(Role.TABLE_SCOREKEEPER), holder(Role.TREASURER)):
        assert by_of(tournament_for(caller, CUP, desk.tournament)) == names
    for caller in (NOBODY, holder(Role.DISPLAY), holder(Role.EMCEE), holder(Role.PLAYER, 2)):
        shown = tournament_for(caller, CUP, desk.tournament)
        assert by_of(shown) == ["A. M. L.", "A. L.", "A. L."]
        assert "Leclerc" not in repr(shown)


@pytest.mark.parametrize(
    "caller", [holder(Role.TABLE_SCOREKEEPER), holder(Role.TREASURER), holder(Role.PLAYER, 1)]
)
def test_those_who_need_it_and_the_entrant_see_the_name(desk: Desk, caller: Caller) -> None:
    shown = tournament_for(caller, CUP, desk.tournament)
    assert shown.contender(1).name == "Ann-Marie Leclerc"
    assert shown.contender(1).profile.age is None


def test_one_who_sees_their_own_name_gives_it_to_nobody_else(desk: Desk) -> None:
    own = tournament_for(holder(Role.PLAYER, 1), CUP, desk.tournament)
    others = tournament_for(holder(Role.PLAYER, 2), CUP, desk.tournament)
    assert [own.entrants[1].name, others.entrants[1].name] == ["Ann-Marie Leclerc", "A. M. L."]
    assert others is tournament_for(NOBODY, CUP, desk.tournament), "what all see alike is made once"


def test_a_wish_made_later_counts_also_for_what_was_told_before(desk: Desk) -> None:
    wish = Profile("Bo Poe", age=47, by_initials=True)
    desk.do(c.ChangeProfile(DIRECTOR, 2, wish))
    assert tournament_for(NOBODY, CUP, desk.tournament).entrant(2).name == "B. P."
    for caller in (NOBODY, holder(Role.DISPLAY), holder(Role.EMCEE), holder(Role.PLAYER, 1)):
        assert "Poe" not in seen(caller, facts_of(desk))
    told = seen(holder(Role.TREASURER), facts_of(desk)[-1:])
    assert "Bo Poe" in told
    assert "47" not in told


def test_a_pairs_name_follows_and_a_name_of_its_own_stays() -> None:
    desk = Desk()
    desk.open("Seniors", "ontario")
    shy, plain = Profile("Ann Lee", age=60, by_initials=True), Profile("Bo Poe", age=60)
    desk.enter("Seniors", [pair_of(shy, plain)])
    other = Profile("Cy Fox", age=60, by_initials=True)
    desk.enter("Seniors", [pair_of(other, Profile("Di Roe", age=60), "Quick Owls")])
    third = Profile("Eve Gray", age=60, by_initials=True)
    desk.enter("Seniors", [pair_of(third, Profile("Flo Hill", age=60), "The Grays")])
    shown = tournament_for(NOBODY, CUP, desk.tournament).entrants.values()
    assert [each.name for each in shown] == ["A. L. & Bo Poe", "Quick Owls", "E. G. & Flo Hill"]


@pytest.mark.parametrize(
    ("name", "pair"),
    [("Ann-Marie Lee", "Marie's Owls"), ("José Fox", "Jose the Great"), ("Flo O'Neil", "The Neils")],
)
def test_a_pairs_own_name_tells_no_part_of_a_name_that_is_shown_by_initials(name: str, pair: str) -> None:
    desk = Desk()
    desk.open("Seniors", "ontario")
    shy = Profile(name, age=60, by_initials=True)
    desk.enter("Seniors", [pair_of(shy, Profile("Di Roe", age=60), pair)])
    (shown,) = tournament_for(NOBODY, CUP, desk.tournament).entrants.values()
    assert shown.name == f"{initials_of(name)} & Di Roe"


def test_a_team_may_ask_for_its_members_too() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    named = team("Owls", "Ann Lee", "Bo", "Cy", "Di").of[0]
    shy = Profile(named.name, members=named.members, by_initials=True)
    desk.enter("Hare", [single(shy)])
    names = names_for(NOBODY, CUP, desk.tournament)
    assert names == {"Owls": "O.", "Ann Lee": "A. L.", "Bo": "B.", "Cy": "C.", "Di": "D."}
    assert names_for(holder(Role.JUDGE), CUP, desk.tournament) == {}


@pytest.mark.parametrize(
    ("name", "initials"),
    [("Ann Lee", "A. L."), ("ann-marie lee", "A. M. L."), ("Zoë", "Z."), (" Bo  Poe ", "B. P.")],
)
def test_initials_are_one_letter_for_each_name(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_a_table_shows_the_names_of_its_tournament_and_the_initials_too(desk: Desk) -> None:
    table = replace(ann_and_ben("club").table, contenders=(1, 2))
    shown = names_at_tables(NOBODY, desk).of_table(PLACE, table)
    assert shown.sides == ("A. M. L.", "Bo Poe")
    assert [seat.name for seat in shown.seats] == ["A. M. L.", "Bo Poe"]
    named = names_at_tables(holder(Role.JUDGE), desk).of_table(PLACE, table)
    assert named.sides == ("Ann-Marie Leclerc", "Bo Poe")
    assert names_at_tables(holder(Role.PLAYER, 1), desk).of_table(PLACE, table) == named
    assert names_at_tables(NOBODY, desk).of_table(PLACE, shown) is shown


def test_whoever_is_not_in_the_tournament_any_more_is_shown_by_initials_to_the_public(desk: Desk) -> None:
    table = replace(ann_and_ben("club").table, contenders=(2, 99))
    assert names_at_tables(NOBODY, desk).of_table(PLACE, table).sides == ("Bo Poe", "B.")
    assert names_at_tables(holder(Role.JUDGE), desk).of_table(PLACE, table).sides == ("Bo Poe", "Ben")


def names_at_tables(caller: Caller, desk: Desk) -> NamesAtTables:
    return NamesAtTables(caller, CUP, desk.tournament)


@pytest.mark.parametrize("role", Role)
def test_a_tables_facts_tell_names_to_those_who_must_know_them(role: Role) -> None:
    table = _journal_fact(f"{CUP}/1/1/1.1", 1, plain_game_fact(newcomers("club", TableKind.VIRTUAL).facts[0]))
    names = table.body["sides"]
    assert isinstance(names, list | tuple)
    told = seen(holder(role, 1), [table])
    knows = {*OFFICIALS, Role.TABLE_SCOREKEEPER, Role.TREASURER}
    assert [f'"{name}"' in told for name in names] == [role in knows] * 2


# ---------------------------------------------------------------- racks and word lists


HIDDEN = ("bag", "racks", "drawn", "tiles")


def virtual_game() -> list[Fact]:
    """A game whose tiles the software holds: drawn for first play, exchanged, told."""
    told = newcomers("club", TableKind.VIRTUAL)
    told.does(g.DrawFirst(0)).does(g.DrawFirst(1))
    mover = told.table.position.to_move
    rack = told.table.position.racks[mover]
    assert isinstance(rack, Rack)
    told.does(g.Exchange(mover, rack.tiles[:3]))
    told.does(g.Pass(1 - mover))
    told.does(g.End("Dora", EndReason.AGREED, "the hall closes"))
    stream = f"{CUP}/1/1/1.1"
    return [
        _journal_fact(stream, number, plain_game_fact(fact))
        for number, fact in enumerate(told.facts, start=1)
    ]


@pytest.mark.parametrize("caller", [*(holder(role, 1) for role in Role), NOBODY])
def test_no_fact_tells_a_rack_or_the_bag_to_anybody(caller: Caller) -> None:
    facts = virtual_game()
    carried = {
        (fact.kind, name) for fact in facts for name in HIDDEN if isinstance(fact.body.get(name), list)
    }
    assert ("game.tiles_exchanged", "tiles") in carried
    assert ("game.table_opened", "bag") in carried
    for fact in facts:
        shown = visible_fact(caller, fact)
        assert shown is not None
        body = shown["body"]
        assert isinstance(body, dict)
        for name in HIDDEN:
            counts = body.get(name)
            assert counts is None or isinstance(counts, int) or all(isinstance(each, int) for each in counts)


def test_a_rack_is_shown_at_the_table_to_its_owner_alone() -> None:
    told = newcomers("club", TableKind.VIRTUAL)
    told.does(g.DrawFirst(0)).does(g.DrawFirst(1))
    own, others = view_for(told.table, 0, 0), view_for(told.table, None, 0)
    assert [each.rack is not None for each in own.seats] == [True, False]
    assert [each.rack is not None for each in others.seats] == [False, False]


@pytest.mark.clause("bee-phones")
def test_what_a_word_list_says_is_told_to_judges_alone() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Larks")])
    desk.publish("Hare", [("Owls",), ("Larks",)])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "GLOW", "QUARTZ", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.BuyPeek("Walt", desk.number("Owls"), "ZZZYX"))
    desk.do(c.AnswerPeek("Judith", 1, good=False))
    facts = facts_of(desk)
    for role in set(Role) - {Role.DIRECTOR, Role.JUDGE}:
        told = seen(holder(role, 1), facts)
        assert '"good"' not in told, role
        assert "ZZZYX" not in told, role
    for role in (Role.DIRECTOR, Role.JUDGE):
        assert "ZZZYX" in seen(holder(role), facts)
        assert '"good": false' in seen(holder(role), facts)


@pytest.mark.clause("bee-phones")
def test_whether_a_play_was_left_and_which_word_was_bad_is_for_judges() -> None:
    ended = {
        "kind": "game.ended",
        "at_ms": 0,
        "by": "Dora",
        "reason": "no-play",
        "note": "",
        "evidence": "play-exists",
    }
    ruled = {
        "kind": "game.ruling_given", "at_ms": 0, "by": "J", "good": False, "ground": "QI is not",
        "awards": [], "bag": None,
    }  # fmt: skip
    facts = [_journal_fact(f"{CUP}/1/1/1.1", 1, ended), _journal_fact(f"{CUP}/1/1/1.1", 2, ruled)]
    for role in set(Role) - {Role.DIRECTOR, Role.JUDGE}:
        told = seen(holder(role, 1), facts)
        assert "play-exists" not in told
        assert "QI is not" not in told
        assert '"good": false' in told
    assert "QI is not" in seen(holder(Role.JUDGE), facts)


@pytest.mark.parametrize("kind", ["judge.play_ruled", "access.device_joined", "house.started"])
def test_the_log_of_rulings_the_devices_and_the_house_are_not_for_the_room(kind: str) -> None:
    fact = _journal_fact(kind.partition(".")[0], 1, {"kind": kind, "token_hash": "abc", "words": ["QI"]})
    for role in set(Role) - {Role.DIRECTOR, Role.JUDGE}:
        assert visible_fact(holder(role, 1), fact) is None
    context = visible_fact(Caller("Cora", "d", frozenset({Grant(Role.DIRECTOR, HOUSE)})), fact)
    assert context is not None
    assert "abc" not in repr(context)


def test_whoever_directs_one_tournament_hears_that_a_device_joined_somewhere_and_no_more() -> None:
    fact = _journal_fact("access", 1, {"kind": "access.device_joined", "token_hash": "abc", "name": "Judith"})
    assert (visible_fact(holder(Role.DIRECTOR), fact) or {}).keys() == {"time"}


def test_the_words_of_a_round_are_a_surprise_and_why_two_meet_is_for_officials() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Larks")])
    owls = Seating(1, (desk.number("Owls"),), why="needs a table near the door")
    desk.do(c.PublishRound(DIRECTOR, "Hare", (owls, Seating(2, (desk.number("Larks"),)))))
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "GLOW", "QUARTZ"))
    for role in Role:
        told = seen(holder(role, 1), facts_of(desk))
        assert ("QUARTZ" in told) is (role in (Role.DIRECTOR, Role.JUDGE, Role.EMCEE)), role
        assert ("near the door" in told) is (role in OFFICIALS), role


def test_the_feed_tells_an_official_of_one_division_nothing_private_of_another() -> None:
    desk = Desk()
    for division, name in (("A", "Ann"), ("B", "Ed")):
        desk.open(division, "club")
        desk.enter(division, [single(Profile(name, email=f"{name}@example.org"))], here=False)
    clerk = Caller("Sam", "device-1", frozenset({Grant(Role.SCOREKEEPER, CUP, division="A")}))
    told = seen(clerk, facts_of(desk))
    assert "Ann@example.org" in told
    assert "Ed@example.org" not in told
    assert "Ed@example.org" in seen(holder(Role.SCOREKEEPER), facts_of(desk))


def test_money_is_for_the_treasurer_and_the_director() -> None:
    desk = Desk()
    desk.do(c.TakeMoney("Tess", Fund.DONATION, 12345, Method.CASH, note="from the mayor"))
    for role in set(Role) - {Role.DIRECTOR, Role.TREASURER}:
        assert "12345" not in seen(holder(role, 1), facts_of(desk)), role
    assert "12345" in seen(holder(Role.TREASURER), facts_of(desk))


def test_names_of_officials_and_their_reasons_stay_in_the_room(desk: Desk) -> None:
    desk.do(c.Withdraw(DIRECTOR, 2, "was taken ill"))
    for caller in (NOBODY, holder(Role.PLAYER, 1), holder(Role.DISPLAY)):
        told = seen(caller, facts_of(desk))
        assert "ill" not in told
        assert DIRECTOR not in told
        assert "device-9" not in told
    assert "was taken ill" in seen(holder(Role.TABLE_SCOREKEEPER), facts_of(desk))


def test_why_two_met_and_why_a_result_was_decided_is_for_officials(desk: Desk) -> None:
    seating = Seating(1, (1, 2), why="both asked for a step-free table")
    (eve,) = desk.players("A", "Eve")
    rest = Rest(eve, RestKind.BYE, why="Eve's partner is away")
    desk.do(c.PublishRound(DIRECTOR, "A", (seating,), (rest,)))
    desk.do(c.StartRound(DIRECTOR, "A"))
    desk.do(c.DecideResult(DIRECTOR, "A", 1, 1, (300, 200), "Ann fell ill"))
    for caller in (NOBODY, *map(holder, OTHERS)):
        told = repr(tournament_for(caller, CUP, desk.tournament).rounds)
        assert "step-free" not in told
        assert "partner is away" not in told
        assert "fell ill" not in told
    assert "step-free" in repr(tournament_for(holder(Role.JUDGE), CUP, desk.tournament).rounds)

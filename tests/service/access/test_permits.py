"""Each role gives the commands of its task and no more; a device acts for its own table or team alone."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.vocabulary import ann_and_ben, owls
from tournament.vocabulary import Desk, seniors, team
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.game.table import EndReason, SigningOfficial, Table
from wordwaiter.roles import Role, is_of_program
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.service.access.callers import (
    HOUSE,
    NOBODY,
    Caller,
    Grant,
    NotAllowedError,
    director_of_everything,
    require,
    with_all_rights,
)
from wordwaiter.service.access.permissions import (
    BOARD_GRANTS,
    EVERY_BOARD_COMMAND,
    EVERY_TABLE_COMMAND,
    TABLE_GRANTS,
    Seated,
    calls_for,
    granted_at_table,
    permit,
    permit_at_board,
    permit_at_table,
    seated_freely,
    seated_in_round,
)
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.roles import GRANTS
from wordwaiter.tournament.state import Feat, Official

CUP = "tournament-1"
TABLE = f"{CUP}/1/1/2.1"


def holder(role: Role, **part: object) -> Caller:
    return Caller("Sam", "device-1", frozenset({Grant(role, CUP, **part)}))  # type: ignore[arg-type]


def outcome(caller: Caller, desk: Desk, command: c.Command) -> str:
    return _outcome(lambda: permit(caller, CUP, desk.tournament, command))


@pytest.fixture
def desk() -> Desk:
    """Two divisions; in the first, Ann plays Bo at table 1 and Cy plays Di at table 2."""
    desk = Desk()
    desk.open("A", "club")
    desk.open("B", "club")
    desk.players("A", "Ann", "Bo", "Cy", "Di")
    desk.players("B", "Ed", "Flo")
    desk.publish("A", [("Ann", "Bo"), ("Cy", "Di")])
    return desk


# ---------------------------------------------------------------- a tournament


@pytest.mark.clause("ontario-e-officials")
def test_each_official_gives_the_commands_of_its_role_and_no_others(desk: Desk) -> None:
    for role in set(Role) - {Role.PLAYER}:  # a player's device has an entrant too, see below
        for command in _one_of_each():
            wanted = "permitted" if type(command) in GRANTS[role] else "not-your-role"
            assert outcome(holder(role), desk, command) == wanted, (role, command)


def test_the_public_is_asked_to_join_first(desk: Desk) -> None:
    for command in _one_of_each():
        assert outcome(NOBODY, desk, command) == "unknown-device"


def test_a_role_at_another_tournament_is_none_here(desk: Desk) -> None:
    elsewhere = Caller("Sam", "device-1", frozenset({Grant(Role.DIRECTOR, "tournament-2")}))
    longer_name = Caller("Sam", "device-1", frozenset({Grant(Role.DIRECTOR, "tournament-11")}))
    for caller in (elsewhere, longer_name):
        assert outcome(caller, desk, c.CloseRound("Sam", "A")) == "not-your-role"


def test_the_director_of_the_house_may_everything_everywhere(desk: Desk) -> None:
    for command in _one_of_each():
        assert outcome(director_of_everything("Cora"), desk, command) == "permitted"


def test_nobody_turns_a_table_into_a_result_but_the_program(desk: Desk) -> None:
    taken = c.TakeTableResult("Sam", "A", 1, 1, (999, 0))
    for caller in (holder(Role.TABLE_SCOREKEEPER), holder(Role.DIRECTOR), director_of_everything("Cora")):
        assert outcome(caller, desk, taken) == "only-the-server"
    assert outcome(with_all_rights(NOBODY), desk, taken) == "permitted"


def test_one_person_may_hold_several_roles(desk: Desk) -> None:
    both = Caller("Sam", "d", frozenset({Grant(Role.EMCEE, CUP), Grant(Role.TREASURER, CUP)}))
    assert outcome(both, desk, c.AnnounceWords("Sam", "A", 1)) == "permitted"
    assert outcome(both, desk, c.CountCash("Sam", 1)) == "permitted"
    assert outcome(both, desk, c.CloseRound("Sam", "A")) == "not-your-role"


def test_a_player_hands_in_its_own_sheet_signed_by_itself_alone(desk: Desk) -> None:
    ann, bo, cy = (desk.number(name) for name in ("Ann", "Bo", "Cy"))
    own = holder(Role.PLAYER, entrant=ann)
    sheet = c.HandInSheet("Ann", "A", 1, 1, (300, 280))
    assert outcome(own, desk, sheet) == "permitted"
    assert outcome(own, desk, replace(sheet, signed=(ann,))) == "permitted"
    assert outcome(own, desk, replace(sheet, signed=(ann, bo))) == "not-yours"
    assert outcome(own, desk, replace(sheet, table=2)) == "not-yours"
    assert outcome(own, desk, replace(sheet, table=9)) == "not-yours"
    assert outcome(holder(Role.PLAYER, entrant=cy), desk, sheet) == "not-yours"
    assert outcome(own, desk, c.CallOfficial("Ann", 1, Official.JUDGE, "a tile is gone")) == "permitted"
    assert outcome(own, desk, c.CallOfficial("Ann", 2, Official.JUDGE, "they are loud")) == "not-yours"


def test_partners_of_a_pair_act_for_themselves_and_the_pair_for_both() -> None:
    desk = Desk()
    desk.open("Seniors", "ontario")
    ann, abe, _, _ = desk.enter("Seniors", [seniors("Ann", "Abe"), seniors("Bea", "Bob")])
    pair = desk.tournament.entrant_of(ann).number
    desk.publish("Seniors", [("Ann", "Bea"), ("Abe", "Bob")])
    sheet = c.HandInSheet("Ann", "Seniors", 1, 1, (300, 280))
    assert outcome(holder(Role.PLAYER, entrant=ann), desk, sheet) == "permitted"
    assert outcome(holder(Role.PLAYER, entrant=pair), desk, sheet) == "permitted"
    assert outcome(holder(Role.PLAYER, entrant=abe), desk, sheet) == "not-yours"


def test_a_scorekeeper_of_a_table_keeps_that_one(desk: Desk) -> None:
    keeper = holder(Role.TABLE_SCOREKEEPER, division="A", table=2)
    sheet = c.HandInSheet("Sam", "A", 1, 2, (1, 2))
    assert outcome(keeper, desk, sheet) == "permitted"
    assert outcome(keeper, desk, replace(sheet, table=1)) == "not-yours"
    assert outcome(keeper, desk, replace(sheet, division="B")) == "not-yours"
    cy, ann = desk.number("Cy"), desk.number("Ann")
    assert outcome(keeper, desk, c.NoteFeat("Sam", Feat.HIGH_PLAY, cy, 90, "QUARTZ")) == "permitted"
    assert outcome(keeper, desk, c.NoteFeat("Sam", Feat.HIGH_PLAY, ann, 90, "QUARTZ")) == "not-yours"
    assert outcome(keeper, desk, c.BuyPeek("Sam", cy, "QI")) == "permitted"
    assert outcome(keeper, desk, c.BuyPeek("Sam", ann, "QI")) == "not-yours"
    assert outcome(keeper, desk, c.CallOfficial("Sam", 2, Official.JUDGE, "why")) == "permitted"
    assert outcome(keeper, desk, c.CallOfficial("Sam", 1, Official.JUDGE, "why")) == "not-yours"


def test_an_official_of_one_division_leaves_the_others_alone(desk: Desk) -> None:
    ann, ed = desk.number("Ann"), desk.number("Ed")
    clerk = holder(Role.SCOREKEEPER, division="A")
    assert outcome(clerk, desk, c.CheckIn("Sam", (ann,))) == "permitted"
    assert outcome(clerk, desk, c.CheckIn("Sam", (ed,))) == "not-yours"
    assert outcome(clerk, desk, c.CheckIn("Sam", (ann, ed))) == "not-yours"
    director = holder(Role.DIRECTOR, division="A")
    assert outcome(director, desk, c.CloseRound("Sam", "A")) == "permitted"
    assert outcome(director, desk, c.CloseRound("Sam", "B")) == "not-yours"
    assert outcome(director, desk, c.MergeDivisions("Sam", "A", "B", "few")) == "not-yours"
    assert outcome(director, desk, c.AnswerCall("Sam", 1)) == "permitted"


def test_a_team_challenges_for_itself_alone() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    owls_, larks = desk.enter("Hare", [team("Owls", *"abcd"), team("Larks", *"efgh")])
    word = ChallengedWord("QI", Square(7, 7), Direction.ACROSS, 11)
    challenge = c.ChallengeBoardWord("a", 1, owls_, larks, word)
    assert outcome(holder(Role.PLAYER, entrant=owls_), desk, challenge) == "permitted"
    assert outcome(holder(Role.PLAYER, entrant=larks), desk, challenge) == "not-yours"


# ---------------------------------------------------------------- a table


def at_table(caller: Caller, seated: Seated, table: Table, command: g.Command, stream: str = TABLE) -> str:
    return _outcome(lambda: permit_at_table(caller, stream, seated, table, command))


def test_every_command_and_every_role_is_in_the_tables_of_grants() -> None:
    assert set(TABLE_GRANTS) == set(BOARD_GRANTS) == set(Role)
    assert TABLE_GRANTS[Role.DIRECTOR] == EVERY_TABLE_COMMAND
    assert BOARD_GRANTS[Role.DIRECTOR] == EVERY_BOARD_COMMAND
    for role in (Role.DISPLAY, Role.PUBLIC):
        assert not TABLE_GRANTS[role]
        assert not BOARD_GRANTS[role]


def test_a_player_plays_and_signs_for_its_own_side(desk: Desk) -> None:
    table = ann_and_ben("club").table
    ann, bo = desk.number("Ann"), desk.number("Bo")
    seated = seated_in_round(desk.tournament, BoardPlace(CUP, 1, 1, 1))
    assert seated == Seated((frozenset({ann}), frozenset({bo})), "A", 1)
    first, second = holder(Role.PLAYER, entrant=ann), holder(Role.PLAYER, entrant=bo)
    for command in (g.Pass(0), g.Play(0, Placement(())), g.CallHold(0), g.Challenge(0, ("QI",))):
        assert at_table(first, seated, table, command) == "permitted"
        assert at_table(second, seated, table, command) == "not-yours"
    for strange in (g.Pass(-1), g.Pass(7)):
        assert at_table(first, seated, table, strange) == "not-yours"
    assert at_table(first, seated, table, g.Sign(0)) == "permitted"
    assert at_table(first, seated, table, g.Sign(1)) == "not-yours"
    assert at_table(first, seated, table, g.Sign(SigningOfficial.SCOREKEEPER)) == "not-yours"
    assert at_table(first, seated, table, g.Undo("Ann")) == "not-your-role"
    stranger = holder(Role.PLAYER, entrant=desk.number("Cy"))
    assert at_table(stranger, seated, table, g.Pass(0)) == "not-yours"


def test_a_team_acts_for_all_its_seats() -> None:
    table = owls().table
    seated = Seated((frozenset({5}),), "Tortoise", 2)
    for seat in range(4):
        assert at_table(holder(Role.PLAYER, entrant=5), seated, table, g.Pass(seat)) == "permitted"
        assert at_table(holder(Role.PLAYER, entrant=6), seated, table, g.Pass(seat)) == "not-yours"


@pytest.mark.clause("bee-tortoise-1")
def test_a_team_called_scorekeeper_signs_for_itself_alone() -> None:
    table = owls().table.with_names(("scorekeeper",), ("Ann", "Ben", "Cy", "Di"))
    seated, player = Seated((frozenset({5}),), "Tortoise", 2), holder(Role.PLAYER, entrant=5)
    assert at_table(player, seated, table, g.Sign(0, "scorekeeper")) == "permitted"
    assert at_table(player, seated, table, g.Sign(SigningOfficial.SCOREKEEPER, "scorekeeper")) == "not-yours"


def test_at_a_free_table_a_device_has_a_seat() -> None:
    table = ann_and_ben("club").table
    seated = seated_freely(table)
    caller = Caller("Ann", "d", frozenset({Grant(Role.PLAYER, "table-3", entrant=0)}))
    assert at_table(caller, seated, table, g.Pass(0), "table-3") == "permitted"
    assert at_table(caller, seated, table, g.Pass(1), "table-3") == "not-yours"
    assert at_table(caller, seated, table, g.Pass(0), "table-33") == "not-your-role"
    assert seated.sides_of(caller, "table-3") == {0}


def test_a_scorekeeper_enters_for_all_sides_of_its_table_and_no_other() -> None:
    table, seated = ann_and_ben("club").table, Seated((frozenset({1}), frozenset({2})), "A", 2)
    signed = g.Sign(SigningOfficial.SCOREKEEPER)
    for command in (g.Pass(0), g.Pass(1), signed, g.Undo("Sam"), g.Pause("Sam", "spill")):
        assert at_table(holder(Role.TABLE_SCOREKEEPER, table=2), seated, table, command) == "permitted"
        assert at_table(holder(Role.TABLE_SCOREKEEPER), seated, table, command) == "permitted"
        assert at_table(holder(Role.TABLE_SCOREKEEPER, table=1), seated, table, command) == "not-yours"
        other = holder(Role.TABLE_SCOREKEEPER, division="B", table=2)
        assert at_table(other, seated, table, command) == "not-yours"


@pytest.mark.parametrize(
    ("rulebook", "role", "rules"),
    [
        ("ontario", Role.JUDGE, True),
        ("ontario", Role.DIRECTOR, True),
        ("ontario", Role.TABLE_SCOREKEEPER, False),
        ("ontario", Role.JUDGING_STATION, False),
        ("grand-island", Role.TABLE_SCOREKEEPER, False),
        ("iowa", Role.JUDGING_STATION, True),
        ("iowa", Role.TABLE_SCOREKEEPER, True),
        ("iowa", Role.SCOREKEEPER, False),
        ("iowa", Role.EMCEE, False),
    ],
)
@pytest.mark.clause("ontario-e-officials")
def test_whoever_the_rulebook_names_rules_on_a_challenge(rulebook: str, role: Role, rules: bool) -> None:
    table, seated = ann_and_ben(rulebook).table, Seated((frozenset({1}), frozenset({2})), "A", 2)
    wanted = "permitted" if rules else "not-your-role"
    assert at_table(holder(role), seated, table, g.Rule("Sam", good=True)) == wanted


@pytest.mark.parametrize(
    ("rulebook", "allows"),
    [("grand-island", True), ("androscoggin", True), ("iowa", False), ("ontario", False)],
)
@pytest.mark.clause("grand-island-setup")
@pytest.mark.clause("androscoggin-3")
def test_a_scorekeeper_lets_a_late_play_stand_where_a_turn_has_a_time(rulebook: str, allows: bool) -> None:
    table, seated = ann_and_ben(rulebook).table, Seated((frozenset({1}), frozenset({2})), "A", 2)
    wanted = "permitted" if allows else "not-your-role"
    keeper = holder(Role.TABLE_SCOREKEEPER, division="A", table=2)
    assert at_table(keeper, seated, table, g.Allow("Sam")) == wanted
    assert at_table(holder(Role.JUDGE), seated, table, g.Allow("Sam")) == "permitted"


@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario"])
@pytest.mark.parametrize(
    "caller",
    [
        holder(Role.PLAYER, entrant=1),
        holder(Role.PLAYER, entrant=9),
        holder(Role.TABLE_SCOREKEEPER, division="A", table=2),
        holder(Role.TABLE_SCOREKEEPER, division="A", table=3),
        holder(Role.JUDGE),
        holder(Role.DIRECTOR),
        NOBODY,
    ],
)
def test_what_is_granted_at_a_table_is_what_is_permitted_there(rulebook: str, caller: Caller) -> None:
    table, seated = ann_and_ben(rulebook).table, Seated((frozenset({1}), frozenset({2})), "A", 2)
    commands: tuple[g.Command, ...] = (
        g.Pass(0, "Sam"),
        g.Sign(0, "Ann"),
        g.Rule("Sam", good=True),
        g.Allow("Sam"),
        g.Pause("Sam", "a fire drill"),
        g.Resume("Sam"),
        g.CallTime("Sam"),
        g.Undo("Sam"),
        g.End("Sam", EndReason.AGREED, "both agreed"),
    )
    permitted = {type(each) for each in commands if at_table(caller, seated, table, each) == "permitted"}
    assert granted_at_table(caller, TABLE, seated, table) & set(map(type, commands)) == permitted


def test_a_player_never_rules() -> None:
    for rulebook in ("iowa", "ontario", "club"):
        table, seated = ann_and_ben(rulebook).table, Seated((frozenset({1}), frozenset({2})), "A", 2)
        own = holder(Role.PLAYER, entrant=1)
        assert at_table(own, seated, table, g.Rule("Ann", good=True)) == "not-your-role"


# ---------------------------------------------------------------- a team's board


@pytest.mark.clause("bee-hare-5-6")
@pytest.mark.parametrize(
    ("caller", "command", "wanted"),
    [
        # "Word Waiter: ... tally the points with the help of one team member": a team cannot sign alone.
        (holder(Role.PLAYER, entrant=5), h.SubmitBoard("Ann", "Ann"), "not-your-role"),
        (holder(Role.TABLE_SCOREKEEPER, table=2), h.SubmitBoard("Walt", "Ann"), "permitted"),
        (holder(Role.PLAYER, entrant=5), h.ChangeSquares("Ann", Placement(())), "permitted"),
        (holder(Role.PLAYER, entrant=6), h.ChangeSquares("Ann", Placement(())), "not-yours"),
        (holder(Role.PLAYER, entrant=5), h.CorrectPoints("Ann", 5, "a slip"), "not-your-role"),
        (holder(Role.TABLE_SCOREKEEPER, table=2), h.TellUnplayed("Walt", 3), "permitted"),
        (holder(Role.TABLE_SCOREKEEPER, table=3), h.TellUnplayed("Walt", 3), "not-yours"),
        (holder(Role.TABLE_SCOREKEEPER, table=2), h.CorrectPoints("Walt", 3, "why"), "not-your-role"),
        (holder(Role.JUDGE), h.CorrectPoints("Judith", 5, "a slip"), "permitted"),
        (holder(Role.EMCEE), h.SignalEnd("Emmy"), "permitted"),
        # "The emcee will signal the round completion."
        (holder(Role.TABLE_SCOREKEEPER, table=2), h.SignalEnd("Walt"), "not-your-role"),
        (holder(Role.TABLE_SCOREKEEPER, table=2), h.WithdrawSignal("Walt", "too early"), "not-your-role"),
        (holder(Role.TREASURER), h.BuyBack("Tess", 2), "permitted"),
        (NOBODY, h.SignalEnd(""), "unknown-device"),
    ],
)
def test_who_may_what_at_a_teams_board(caller: Caller, command: h.HareCommand, wanted: str) -> None:
    seated = Seated((frozenset({5}),), "Hare", 2)
    assert _outcome(lambda: permit_at_board(caller, TABLE, seated, command)) == wanted


# ---------------------------------------------------------------- plain roles


def test_require_names_who_may_and_lets_the_director_pass() -> None:
    require(holder(Role.JUDGE), CUP, Role.JUDGE)
    require(holder(Role.DIRECTOR), CUP, Role.JUDGE)
    require(holder(Role.DIRECTOR), CUP)
    require(NOBODY, CUP, Role.PUBLIC)
    require(director_of_everything("Cora"), HOUSE)
    assert _outcome(lambda: require(holder(Role.DIRECTOR), HOUSE)) == "not-your-role"
    assert _outcome(lambda: require(NOBODY, CUP, Role.JUDGE)) == "unknown-device"
    with pytest.raises(NotAllowedError) as refused:
        require(holder(Role.EMCEE), CUP, Role.JUDGE)
    assert refused.value.facts["roles"] == ["director", "judge"]
    assert refused.value.clause is None, "a role is of the house, and no event's clause is cited for it"


def _outcome(ask: Callable[[], None]) -> str:
    try:
        ask()
    except WordwaiterError as error:
        return error.code
    return "permitted"


def _one_of_each() -> list[c.Command]:
    """A command of every kind that people give, of which only the kind counts."""
    return [object.__new__(kind) for kind in c.Command.__args__ if not is_of_program(kind)]


def test_a_role_for_something_else_is_told_so_and_another_role_is_not() -> None:
    def sentence(role: Role) -> str:
        with pytest.raises(NotAllowedError) as refused:
            require(
                Caller("Cy", "phone", frozenset({Grant(role, "tournament-2")})), "tournament-1", Role.JUDGE
            )
        return refused.value.sentence

    assert "has that role somewhere else" in sentence(Role.DIRECTOR)
    assert "has that role somewhere else" not in sentence(Role.EMCEE)


# ---------------------------------------------------------------- tables that several divisions use


def closed(desk: Desk, division: str, *games: tuple[str, str]) -> None:
    desk.publish(division, list(games))
    desk.do(c.StartRound("Cora", division))
    for table, game in enumerate(games, 1):
        desk.do(c.HandInSheet("Cora", division, 1, table, (300, 200), tuple(map(desk.number, game))))
    desk.do(c.CloseRound("Cora", division))


def heard_by(desk: Desk, role: Role, division: str) -> list[str]:
    return [each.reason for each in calls_for(holder(role, division=division), CUP, desk.tournament)]


def test_whoever_gets_a_table_next_does_not_read_why_those_before_called() -> None:
    desk = Desk()
    for name in "AB":
        desk.open(name, "club")
    desk.players("A", "Ann", "Bo")
    desk.players("B", "Ed", "Flo")
    desk.publish("A", [("Ann", "Bo")])
    desk.do(c.CallOfficial("Ann", 1, Official.JUDGE, "Ann is ill"))
    assert (heard_by(desk, Role.JUDGE, "A"), heard_by(desk, Role.JUDGE, "B")) == (["Ann is ill"], [])
    desk.do(c.WithdrawRound("Cora", "A", "she went home"))
    closed(desk, "B", ("Ed", "Flo"))
    desk.do(c.CallOfficial("Ed", 1, Official.CONVENOR, "Ed is tired"))
    assert heard_by(desk, Role.JUDGE, "A") == ["Ann is ill"]
    assert heard_by(desk, Role.JUDGE, "B") == ["Ed is tired"]
    for role, division, call, expected in (
        (Role.JUDGE, "B", 1, "not-yours"),
        (Role.JUDGE, "A", 1, "permitted"),
        (Role.JUDGE, "A", 2, "not-yours"),
    ):
        command = c.EndCall("Judith", call, "done")
        assert outcome(holder(role, division=division), desk, command) == expected


def test_a_table_is_that_of_whoever_plays_there_now() -> None:
    desk = Desk()
    for name in "AB":
        desk.open(name, "club")
    desk.players("A", "Ann", "Bo")
    desk.players("B", "Ed", "Flo")
    closed(desk, "A", ("Ann", "Bo"))
    call = c.CallOfficial("Sam", 1, Official.JUDGE, "")
    of_a, of_b = (holder(Role.SCOREKEEPER, division=each) for each in "AB")
    assert (outcome(of_a, desk, call), outcome(of_b, desk, call)) == ("permitted", "not-yours")
    desk.publish("B", [("Ed", "Flo")])
    assert (outcome(of_a, desk, call), outcome(of_b, desk, call)) == ("not-yours", "permitted")
    desk.do(replace(call, reason="Ed is tired"))
    assert heard_by(desk, Role.SCOREKEEPER, "A") == []

"""Results from the tables themselves: signed games, and boards without what challenges move."""

from dataclasses import replace

import pytest

from game.hare.rounds import Round, opening
from game.vocabulary import late_in_the_game
from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.commands import SignalEnd, SubmitBoard
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Ground, Scored
from wordwaiter.tournament.rounds.table_results import Place, result_of_board, result_of_table


@pytest.fixture
def club() -> Desk:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Ben")
    desk.publish("Club", [("Ben", "Ann")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    return desk


PLACE = Place("Club", 1, 1)


def test_a_signed_game_goes_to_the_tournament_side_by_side(club: Desk) -> None:
    # Ann plays out: 7 for RETINAS and 22 for Ben's Q and E.
    game = late_in_the_game("iowa", "S" + "QE", ann="S", scores=(200, 210)).plays("Ann", "8D RETINAS")
    with pytest.raises(WordwaiterError) as refusal:
        result_of_table(club.tournament, PLACE, game.table, "table 1")
    assert refusal.value.code == "not-signed"
    ann, ben = 1, 2
    table = replace(game.signs("Ann").signs("Ben").table, contenders=(ann, ben))
    club.do(result_of_table(club.tournament, PLACE, table, "table 1"))
    # Ben sits first here, whoever is first at the table.
    assert club.tournament.round("Club", 1).sittings[0].outcome == Scored((210, 229), Ground.TABLE, "table 1")


def test_a_game_that_runs_or_is_of_others_is_refused(club: Desk) -> None:
    running = late_in_the_game("iowa", "S" + "QE", ann="S")
    with pytest.raises(WordwaiterError) as refusal:
        result_of_table(club.tournament, PLACE, running.table, "table 1")
    assert refusal.value.code == "not-counted"
    ended = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS").signs("Ann").signs("Ben")
    with pytest.raises(WordwaiterError) as refusal:
        result_of_table(club.tournament, Place("Club", 1, 9), ended.table, "table 1")
    assert refusal.value.code == "no-such-table"
    club.do(c.DecideResult(DIRECTOR, "Club", 1, 1, (1, 2), "to go on"))
    club.do(c.CloseRound(DIRECTOR, "Club"))
    club.players("Club", "Cy", "Di")
    club.publish("Club", [("Cy", "Di"), ("Ann", "Ben")])
    with pytest.raises(WordwaiterError) as refusal:
        result_of_table(club.tournament, Place("Club", 2, 1), ended.table, "table 1")
    assert refusal.value.code == "other-sides"


def test_a_board_counts_without_challenges_once_a_member_has_checked_it() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.do(c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    built = Round(opening())
    built.does(SignalEnd("Emmy"))
    place = Place("Hare", 1, 1)
    with pytest.raises(WordwaiterError) as refusal:
        result_of_board(desk.tournament, place, built.state, "Walt")
    assert refusal.value.code == "not-submitted"
    built.does(SubmitBoard("Walt", "Owls 1"))
    desk.do(result_of_board(desk.tournament, place, built.state, "Walt"))
    # LITERACY is doubled on the star and tripled at the edge, with a double letter under R. The other tiles
    # are left over: the whole set is worth 187, of which LITERACY has 13.
    outcome = desk.tournament.round("Hare", 1).sittings[0].outcome
    assert isinstance(outcome, Scored)
    assert outcome.scores[0] == 2 * (13 + 1) * 3 - (187 - 13)
    with pytest.raises(WordwaiterError) as refusal:
        result_of_board(desk.tournament, Place("Hare", 1, 2), built.state, "Walt")
    assert refusal.value.code == "other-sides"

"""What a team is offered to challenge."""

from pathlib import Path

from service.houses import DORA, Computer, entered, holder, serving
from wordwaiter.roles import Role
from wordwaiter.service.bee.board_challenges import challenge_offer
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.player_view import own_day
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

TEAMS = [
    Profile(name, members=tuple(f"{name} {n}" for n in range(1, 5))) for name in ("Jays", "Owls", "Wrens")
]


def test_a_team_is_offered_the_boards_of_the_others_when_the_round_has_ended(tmp_path: Path) -> None:
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = entered(context, "Bee", "bee-hare", *TEAMS)
        tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest("Open", "Dora"))
        execute(context, DORA, TOURNAMENTS, bee, c.AnnounceWords("", "Open", 1, "LITERACY"))
        execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
        jays = holder("Ann", Role.PLAYER, bee, entrant=1)
        day = own_day(context, jays, bee)
        assert challenge_offer(context, day, day.seats[0]) is None
        execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", "Open"))
        day = own_day(context, jays, bee)
        offer = challenge_offer(context, day, day.seats[0])
        assert offer is not None
        assert sorted(team.name for team in offer.others) == ["Owls", "Wrens"]
        assert offer.members == TEAMS[0].members

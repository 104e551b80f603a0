"""The form by which a word on another team's board goes to the judges, on a team's phone and at the desk."""

from wordwaiter.service.bee.board_challenges import ChallengeRequest, challenge_board_word
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.pages.tournament_page import TournamentRequest


def bring_to_judges(page_request: TournamentRequest, challenger: int, member: str, fields: Fields) -> str:
    """Carry the form out for a member of a team; what is said of it."""
    wish = ChallengeRequest(
        challenger=challenger,
        challenged=fields.number("challenged"),
        member=member,
        place=fields.text("place"),
        word=fields.text("word"),
    )
    target = challenge_board_word(
        page_request.context, page_request.caller, page_request.stream, wish, fields.meta
    )
    if target.points is None:
        return page_request.say("me.challenged-early", word=target)
    return page_request.say("me.challenged", word=target, n=target.points)

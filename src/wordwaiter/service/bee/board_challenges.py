"""A team challenges a word on another team's board when the round has ended, by itself or at the desk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord, WordChallenge, find_word
from wordwaiter.game.hare.round import HareRound, tally_of
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.game.hare.score import challenge_lines
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Rulebook
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.player_view import OwnDay, Seat
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


HANDED_IN: Final = (BoardStage.SUBMITTED, BoardStage.ACCEPTED)
"""Stages in which the board is here as it lay on the table; before, only its totals may ever come."""


@dataclass(frozen=True, slots=True)
class ChallengeOffer:
    """Who of a team may challenge whose boards now, and what the team has challenged in this round."""

    members: tuple[str, ...]
    others: tuple[Contender, ...]
    made: tuple[WordChallenge, ...]


@dataclass(frozen=True, slots=True)
class ChallengeSeen:
    """A challenge of a round, and what its ruling gave to whom."""

    made: WordChallenge
    changes: tuple[tuple[str, int], ...]
    """Each team whose score changed, with its points."""
    clause: str
    """What the ruling followed; before it, what permits the challenge."""


@dataclass(frozen=True, slots=True)
class ChallengesSeen:
    """The challenges of a division's latest round, as its director sees them."""

    all: tuple[ChallengeSeen, ...]
    able: tuple[Contender, ...]
    """Teams that may challenge now and have not used it up."""
    teams: tuple[Contender, ...]
    """Those who play in the round."""


@dataclass(frozen=True, slots=True)
class ChallengeRequest:
    """A word on another team's board, as a member names it."""

    challenger: int
    challenged: int
    member: str
    place: str
    """Where the word begins: `8D` across, `D8` down."""
    word: str
    points: int | None = None
    """What it counted; needed only where the other board was not entered word by word."""


def challenge_offer(context: "Context", day: OwnDay, seat: Seat) -> ChallengeOffer | None:
    """What a team may challenge now; nothing while boards are built, or where plays are challenged."""
    played = seat.round
    division = day.tournament.division(seat.division)
    if not day.is_own or played is None or played.stage is not RoundStage.ENDED:
        return None
    if not isinstance(context.rulebooks(division.rulebook).challenge, BoardChallenge):
        return None
    seated = played.seated - {seat.contender.number}
    return ChallengeOffer(
        members=seat.contender.profile.members,
        others=tuple(each for each in day.tournament.contenders_of(division.name) if each.number in seated),
        made=tuple(each for each in played.challenges if each.challenger.number == seat.contender.number),
    )


def challenges_of(context: "Context", tournament: Tournament, division: str) -> ChallengesSeen | None:
    """The challenges of the latest round; nothing where plays are challenged, or there is no round yet."""
    played = tournament.latest_round(division)
    rulebook = context.rulebooks(tournament.division(division).rulebook)
    if played is None or not isinstance(rulebook.challenge, BoardChallenge):
        return None
    teams = tuple(each for each in tournament.contenders_of(division) if each.number in played.seated)
    made = [each.challenger.number for each in played.challenges]
    is_open = played.stage is RoundStage.ENDED
    return ChallengesSeen(
        all=tuple(_challenge_seen(each, rulebook) for each in played.challenges),
        able=tuple(
            each for each in teams if is_open and made.count(each.number) < rulebook.challenge.per_round
        ),
        teams=teams,
    )


def _challenge_seen(made: WordChallenge, rulebook: Rulebook) -> ChallengeSeen:
    lines = [
        (team, line)
        for team in (made.challenger, made.challenged)
        for line in challenge_lines((made,), team, rulebook)
    ]
    permitted = rulebook.clause_of("board_challenge.per_round")
    return ChallengeSeen(
        made,
        tuple((team.name, line.points) for team, line in lines),
        (lines[0][1].clause if lines else None) or permitted,
    )


def challenge_board_word(
    context: "Context", caller: Caller, stream: str, wish: ChallengeRequest, meta: CommandMeta = NO_META
) -> ChallengedWord:
    """Bring a word to the judges; what is challenged, with its points."""
    tournament = snapshot_of(context, stream).tournament
    division = tournament.entrant_of(wish.challenger).division
    played = tournament.latest_round(division)
    if played is None:
        raise MalformedError("no-round", "there is no round whose words you can challenge")
    target = _target(context, stream, tournament, played, wish)
    command = c.ChallengeBoardWord(wish.member, played.number, wish.challenger, wish.challenged, target)
    execute(context, caller, TOURNAMENTS, stream, command, meta)
    return target


def _target(
    context: "Context", stream: str, tournament: Tournament, played: Round, wish: ChallengeRequest
) -> ChallengedWord:
    square, direction = parse_start(wish.place)
    word = wish.word.strip().upper()
    division = tournament.division(tournament.entrant_of(wish.challenged).division)
    sitting = played.sitting_of(wish.challenged)
    place = sitting and BoardPlace(stream, division.number, played.number, sitting.table, sitting.board)
    at = stream_at(context, place) if place else None
    board = None if at is None else context.states.of(at).state
    if isinstance(board, HareRound):
        try:
            return find_word(tally_of(board).words, word, square, direction)
        except MalformedError:
            if board.stage in HANDED_IN:
                raise
    if wish.points is None:
        raise MalformedError("no-points", "enter the word's points; that board was not entered here")
    return ChallengedWord(word, square, direction, wish.points)

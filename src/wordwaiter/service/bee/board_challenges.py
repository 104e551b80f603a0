"""A team challenges a word on another team's board when the round has ended, by itself or at the desk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord, PlacedWord, RoundPhase, WordChallenge
from wordwaiter.game.hare.score import challenge_lines
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Rulebook
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.player_view import OwnDay, Seat
from wordwaiter.service.rounds.round_tables import boards_of, stream_at
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.absence import why_not_playing
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.facts import BoardWordChallenged
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class ChallengeOffer:
    """Who of a team may challenge whose boards now, and what the team has challenged in this round."""

    members: tuple[str, ...]
    others: tuple[Contender, ...]
    made: tuple[WordChallenge, ...]
    penalty: int
    """How many points it loses if the word is good."""
    is_left: bool
    """Whether it may challenge another word; what is void does not count."""
    boards: frozenset[int] = frozenset()
    """Those of the others whose boards are handed in, and can be looked at."""


@dataclass(frozen=True, slots=True)
class ChallengeSeen:
    """A challenge of a round, and what its ruling gave to whom."""

    made: WordChallenge
    changes: tuple[tuple[str, int], ...]
    """Each team whose score changed, with its points."""
    clause: str
    """The clause of the ruling; before it, the one that permits the challenge."""


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


def challenge_offer(context: "Context", day: OwnDay, seat: Seat) -> ChallengeOffer | None:
    """Returns what a team may challenge now; `None` while boards are built, or where plays are challenged."""
    played = seat.round
    division = day.tournament.division(seat.division)
    if not day.is_own or played is None or played.phase is not RoundPhase.ENDED:
        return None
    rule = context.rulebooks(division.rulebook).challenge
    if not isinstance(rule, BoardChallenge):
        return None
    own = seat.contender.number
    playing = {each for each in played.seated if not why_not_playing(day.tournament, played, each)}
    if own not in playing:
        return None
    made = tuple(each for each in played.challenges if each.challenger.number == seat.contender.number)
    others = tuple(
        each for each in day.tournament.contenders_of(division.name) if each.number in playing - {own}
    )
    here = (
        each.number for each in others if board_to_challenge(context, day.room.stream, day.tournament, each)
    )
    return ChallengeOffer(
        members=seat.contender.profile.members,
        others=others,
        made=made,
        penalty=-rule.if_good.award(1).challenger,
        is_left=sum(not each.void for each in made) < rule.per_round,
        boards=frozenset(here),
    )


@dataclass(frozen=True, slots=True)
class BoardToChallenge:
    """Another team's board that was handed in, with the words that a team may challenge."""

    stream: str
    team: Contender
    words: tuple[ChallengedWord, ...]


def board_to_challenge(
    context: "Context", stream: str, tournament: Tournament, team: Contender
) -> BoardToChallenge | None:
    """Returns the board of a team in the latest round; nothing before it is handed in."""
    played = tournament.latest_round(tournament.entrant_of(team.number).division)
    sitting = None if played is None else played.sitting_of(team.number)
    if played is None or sitting is None:
        return None
    place = Place(played.division, played.number, sitting.table, sitting.board)
    seen = boards_of(context, stream, tournament)(place)
    number = tournament.division(played.division).number
    at = stream_at(context, BoardPlace(stream, number, place.round, place.table, place.board))
    if seen is None or at is None:
        return None
    return BoardToChallenge(at, team, seen.without_struck(played, team.number).words)


def challenges_of(context: "Context", tournament: Tournament, division: str) -> ChallengesSeen | None:
    """The challenges of the latest round; nothing where plays are challenged, or there is no round yet."""
    played = tournament.latest_round(division)
    rulebook = context.rulebooks(tournament.division(division).rulebook)
    if played is None or not isinstance(rulebook.challenge, BoardChallenge):
        return None
    teams = tuple(
        each
        for each in tournament.contenders_of(division)
        if not why_not_playing(tournament, played, each.number)
    )
    made = [each.challenger.number for each in played.challenges if not each.void]
    is_open = played.phase is RoundPhase.ENDED
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
    """Brings a word to the judges; returns it, with its points if its board is handed in."""
    tournament = snapshot_of(context, stream).tournament
    played = tournament.latest_round(tournament.entrant_of(wish.challenger).division)
    if played is None:
        raise MalformedError("no-round", "there is no round whose words you can challenge")
    target = PlacedWord(wish.word.strip().upper(), *parse_start(wish.place))
    command = c.ChallengeBoardWord(wish.member, played.number, wish.challenger, wish.challenged, target)
    outcome = execute(context, caller, TOURNAMENTS, stream, command, meta)
    made = (fact.challenge for fact in outcome.facts if isinstance(fact, BoardWordChallenged))
    return next(made).target

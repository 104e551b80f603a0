"""Challenges of words on boards (bee-challenge): made by members, ruled on by judges, void, and undone.

The word and its points come from the board, when the challenge is made or at the latest when it is ruled on.
"""

from dataclasses import replace
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare.challenge import (
    BoardRuling,
    ChallengedWord,
    NamedTeam,
    PlacedWord,
    WordChallenge,
    find_word,
    make_challenge,
    rule_challenge,
)
from wordwaiter.game.hare.score import challenge_lines
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import Boards, BoardSeen, require_newest
from wordwaiter.tournament.bee.decide import rulebook_of
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import require_playing
from wordwaiter.tournament.facts import (
    BoardChallengeVoided,
    BoardPointsProposed,
    BoardRulingUndone,
    BoardWordChallenged,
    BoardWordRuled,
    Fact,
)
from wordwaiter.tournament.guards import Rulebooks, require_reason
from wordwaiter.tournament.officials import ActingOfficial
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

MOST_WORD_POINTS: Final = 999
"""Beyond these the points of a word were mistyped."""

_OfOneChallenge = c.RuleBoardWord | c.ConfirmBoardPoints | c.VoidBoardChallenge | c.UndoBoardRuling


@decides
def challenge_word(
    tournament: Tournament, command: c.ChallengeBoardWord, now_ms: int, rulebooks: Rulebooks, boards: Boards
) -> tuple[Fact, ...]:
    """A member of one team challenges a word of another team of the division."""
    rulebook = rulebook_of(tournament, command.challenger, rulebooks)
    challenger, challenged = (tournament.contender(each) for each in (command.challenger, command.challenged))
    division = tournament.entrant_of(challenger.number).division
    if not isinstance(rulebook.challenge, BoardChallenge):
        raise IllegalError(
            "no-board-challenge", f"under {rulebook.name}, challenge plays at the table, not boards"
        )
    if tournament.entrant_of(challenged.number).division != division:
        raise IllegalError(
            "other-division",
            f"{challenged.name} and {challenger.name} are in different divisions",
            clause=rulebook.clause_of("board_challenge.window"),
        )
    if command.by not in challenger.profile.members:
        raise IllegalError(
            "not-a-member",
            f"{command.by or 'the challenger'} is not a member of {challenger.name}; only members "
            "may challenge",
            clause=rulebook.clause_of("board_challenge.per_round"),
        )
    played = tournament.round(division, command.round)
    require_playing(tournament, played, challenger.number, "only teams that play challenge words")
    require_playing(tournament, played, challenged.number, "its board cannot be challenged")
    other = NamedTeam(challenged.number, challenged.name)
    seen = _board_of(played, other, boards)
    challenge = WordChallenge(
        NamedTeam(challenger.number, challenger.name),
        other,
        ChallengedWord(command.target.word, command.target.square, command.target.direction),
        command.by,
        now_ms,
    )
    make_challenge(played.challenges, challenge, played.phase, rulebook)
    if seen is not None:
        target = find_word(seen.words, command.target)
        if target is None:
            raise IllegalError(
                "no-such-word",
                f"{_not_there(command.target, other)}; challenge a word that is",
                clause=rulebook.clause_of("board_challenge.window"),
                word=command.target.word,
            )
        challenge = replace(challenge, target=target)
    return (BoardWordChallenged(now_ms, command.by, division, command.round, challenge),)


def _not_there(target: PlacedWord, team: NamedTeam) -> str:
    return f"{target} is not on the board of {team}"


def _board_of(played: Round, team: NamedTeam, boards: Boards) -> BoardSeen | None:
    sitting = None if team.number is None else played.sitting_of(team.number)
    if sitting is None:
        return None
    seen = boards(Place(played.division, played.number, sitting.table, sitting.board))
    return None if seen is None else seen.without_struck(played, team.number)


# ---------------------------------------------------------------- ruling


@decides
def rule_word(
    tournament: Tournament,
    command: c.RuleBoardWord,
    now_ms: int,
    rulebooks: Rulebooks,
    boards: Boards,
    official: ActingOfficial,
) -> tuple[Fact, ...]:
    """The judges rule, and points change hands or are lost; a word that is not there voids the challenge."""
    rulebook = rulebook_of(tournament, command.challenger, rulebooks)
    played, challenge = _open_challenge(tournament, command)
    of = (now_ms, command.by, played.division, played.number, challenge.challenger)
    seen = _board_of(played, challenge.challenged, boards)
    if seen is not None:
        if command.points is not None:
            raise IllegalError(
                "points-from-board",
                "the word's points come from the board; do not enter any",
                clause=rulebook.clause_of("board_challenge.if_bad"),
            )
        target = find_word(seen.words, challenge.target)
        if target is None:
            return (BoardChallengeVoided(*of, _not_there(challenge.target, challenge.challenged)),)
        (lost,) = seen.lost_with(played, challenge.challenged.number, [target])
        bonus = 0 if command.good else (lost.points or 0) - (target.points or 0)
        return (_ruled(played, challenge, command, target.points, now_ms, rulebook, bonus),)
    _require_total(played, challenge)
    if command.good:
        return (_ruled(played, challenge, command, None, now_ms, rulebook),)
    if command.points is None:
        raise MalformedError(
            "no-points", f"only the total of {challenge.challenged} is here; enter the word's points"
        )
    if not 0 <= command.points <= MOST_WORD_POINTS:
        raise MalformedError("bad-points", f"a word cannot have {command.points} points; check the entry")
    return (BoardPointsProposed(*of, command.points, command.ground, official.device),)


def _require_total(played: Round, challenge: WordChallenge) -> None:
    """Refuses a ruling on a board that may still come."""
    number = challenge.challenged.number
    sitting = None if number is None else played.sitting_of(number)
    if sitting is not None and sitting.outcome is None:
        raise ConflictError(
            "board-awaited",
            f"the board of {challenge.challenged} is not handed in yet; rule when it is",
        )


@decides
def confirm_points(
    tournament: Tournament,
    command: c.ConfirmBoardPoints,
    now_ms: int,
    rulebooks: Rulebooks,
    boards: Boards,
    official: ActingOfficial,
) -> tuple[Fact, ...]:
    """A second official confirms points that no board shows."""
    rulebook = rulebook_of(tournament, command.challenger, rulebooks)
    played, challenge = _open_challenge(tournament, command)
    proposed = challenge.proposed
    if proposed is None:
        raise ConflictError("nothing-to-confirm", f"nobody entered points for {challenge.target}")
    if official.gave(proposed.device, proposed.by):
        raise IllegalError(
            "same-official",
            f"{command.by or 'the same official'} entered these points; another official must confirm them",
            clause=rulebook.clause_of("board_challenge.if_bad"),
        )
    if command.points not in (None, proposed.points):
        raise ConflictError(
            "other-points", f"meanwhile other points were entered for {challenge.target}; look again"
        )
    if _board_of(played, challenge.challenged, boards) is not None:
        raise ConflictError(
            "board-here", f"the board of {challenge.challenged} is handed in now; rule on it again"
        )
    ruling = c.RuleBoardWord(command.by, command.round, command.challenger, False, proposed.ground)
    return (_ruled(played, challenge, ruling, proposed.points, now_ms, rulebook),)


def _ruled(
    played: Round,
    challenge: WordChallenge,
    command: c.RuleBoardWord,
    counted: int | None,
    now_ms: int,
    rulebook: Rulebook,
    bonus: int = 0,
) -> BoardWordRuled:
    """Returns the ruling with what it gives to each team and takes from it."""
    known = replace(challenge, target=replace(challenge.target, points=counted))
    ruling = BoardRuling(command.good, command.by, now_ms, command.ground, bonus=bonus)
    ruled = rule_challenge((known,), known, ruling)
    points = tuple(
        (team.number, line.points, line.sentence)
        for team in (challenge.challenger, challenge.challenged)
        if team.number is not None
        for line in challenge_lines(ruled, team, rulebook)
    )
    return BoardWordRuled(
        now_ms,
        command.by,
        played.division,
        played.number,
        challenge.challenger,
        command.good,
        command.ground,
        points,
        counted,
        bonus,
    )


# ---------------------------------------------------------------- void, and undone


@decides
def void_challenge(tournament: Tournament, command: c.VoidBoardChallenge, now_ms: int) -> tuple[Fact, ...]:
    """A challenge does not count; nobody loses or wins anything."""
    require_reason(command.reason, "voiding the challenge")
    played, challenge = _open_challenge(tournament, command)
    return (
        BoardChallengeVoided(
            now_ms, command.by, played.division, played.number, challenge.challenger, command.reason
        ),
    )


@decides
def undo_ruling(
    tournament: Tournament, command: c.UndoBoardRuling, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """A ruling was a mistake: what it moved goes back, and the challenge waits again."""
    require_reason(command.reason, "undoing the ruling")
    played, challenge = _latest_challenge(tournament, command)
    if challenge.is_open and challenge.proposed is None:
        raise ConflictError("not-ruled", f"there is no ruling on {challenge.target} to undo")
    if played.stage is RoundStage.CLOSED:
        raise ConflictError(
            "round-closed",
            f"round {played.number} is closed, and its totals stand; the director can reopen it, or correct "
            "the result",
        )
    seen = _board_of(played, challenge.challenged, boards)
    if seen is not None and challenge.ruling is not None and not challenge.ruling.bonus:
        require_newest(played, challenge.challenged.number, [challenge.target], seen.bonuses)
    return (
        BoardRulingUndone(
            now_ms, command.by, played.division, played.number, challenge.challenger, command.reason
        ),
    )


def _latest_challenge(tournament: Tournament, command: _OfOneChallenge) -> tuple[Round, WordChallenge]:
    challenger = tournament.contender(command.challenger)
    played = tournament.round(tournament.entrant_of(command.challenger).division, command.round)
    found = played.challenge_of(NamedTeam(challenger.number, challenger.name))
    if found is None:
        raise MalformedError(
            "no-such-challenge", f"{challenger.name} has not challenged a word in round {command.round}"
        )
    return played, found


def _open_challenge(tournament: Tournament, command: _OfOneChallenge) -> tuple[Round, WordChallenge]:
    """Returns the challenge that waits; refuses one that was ruled on, or is void."""
    played, challenge = _latest_challenge(tournament, command)
    if challenge.void:
        raise ConflictError("void", f"the challenge of {challenge.target} is void: {challenge.void}")
    if challenge.ruling is not None:
        verdict = "good" if challenge.ruling.good else "not good"
        raise ConflictError(
            "already-ruled", f"{challenge.target} was ruled {verdict}; undo that ruling to rule again"
        )
    return played, challenge

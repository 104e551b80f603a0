"""Peeks: a team pays for a look at the dictionary, and a judge answers.

A word that is in no dictionary may not be used on the board (bee-dictionary). Where it stands there all the
same, a judge strikes it or lets it stand, and no round closes before.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import Boards, require_newest
from wordwaiter.tournament.bee.decide import rulebook_of, running_round
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import require_playing
from wordwaiter.tournament.facts import (
    Fact,
    MoneyTaken,
    PeekAnswered,
    PeekAnswerUndone,
    PeekBought,
    RefusedWordRuled,
    RefusedWordUndone,
)
from wordwaiter.tournament.guards import Rulebooks, require_reason
from wordwaiter.tournament.money.ledger import Fund, Payment
from wordwaiter.tournament.rounds.rounds import RefusedWord, Round, RoundStage
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Peek, Tournament

_OfPeek = c.AnswerPeek | c.UndoPeekAnswer | c.RuleRefusedWord | c.UndoRefusedWord


@decides
def buy_peek(
    tournament: Tournament, command: c.BuyPeek, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A word, and its price on the team's tab."""
    rulebook = rulebook_of(tournament, command.team, rulebooks)
    running = running_round(tournament, command.team)
    require_playing(tournament, running, command.team, "it cannot buy peeks")
    cents = rulebook.words.peek_cents
    if cents is None:
        raise IllegalError(
            "no-peeks",
            f"{rulebook.name} has no peeks at the dictionary",
            clause=rulebook.clause_of("words.peek_cents"),
        )
    word = rulebook.table.tile_set.upper(command.word.strip())
    # A word with a hyphen may be asked for; what is on no tile is a slip, and nobody pays for that.
    if not rulebook.table.tile_set.spell(re.sub("['’-]", "", word)):
        raise MalformedError("no-word", "enter the word to look up")
    line = len(tournament.ledger) + 1
    # Without the word: the ledger is read by others than the judges and the team's Word Waiter.
    payment = Payment(Fund.PEEK, cents, command.method, command.team)
    return (
        PeekBought(now_ms, command.by, len(tournament.peeks) + 1, command.team, running.number, word, line),
        MoneyTaken(now_ms, command.by, line, payment),
    )


@decides
def answer_peek(
    tournament: Tournament, command: c.AnswerPeek, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A judge's answer, which is final unless it was a slip."""
    peek = _peek(tournament, command)
    if peek.good is not None:
        verdict = "good" if peek.good else "not good"
        raise IllegalError(
            "answer-is-final",
            f"{peek.answered_by} ruled that {peek.word} is {verdict}; the judges' answer is final",
            clause=rulebook_of(tournament, peek.team, rulebooks).clause_of("words.peek_cents"),
        )
    return (PeekAnswered(now_ms, command.by, command.peek, command.good),)


@decides
def undo_answer(
    tournament: Tournament, command: c.UndoPeekAnswer, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """An answer was a mistake: the peek waits again, and what was ruled because of it is undone."""
    require_reason(command.reason, "undoing the answer")
    peek = _peek(tournament, command)
    if peek.good is None:
        raise ConflictError("not-answered", f"nobody has answered the peek at {peek.word} yet")
    _require_newest(_open_round(tournament, peek), peek, boards)
    return (PeekAnswerUndone(now_ms, command.by, peek.number, command.reason),)


# ---------------------------------------------------------------- words that a peek had refused


@dataclass(frozen=True, slots=True)
class RefusedOnBoard:
    """A word that a peek answered not good, and where it stands on the team's board all the same."""

    peek: Peek
    place: Place
    words: tuple[ChallengedWord, ...]
    """With their points and the bonuses that they brought."""


def refused_on_boards(tournament: Tournament, played: Round, boards: Boards) -> Iterator[RefusedOnBoard]:
    """Returns the words of a round's boards that a peek had refused, and on which nobody has ruled."""
    told = {(ruled.team, ruled.words[0].word) for ruled in played.refused_words}
    for peek in tournament.peeks:
        sitting = played.sitting_of(peek.team) if peek.round == played.number else None
        if peek.good is not False or sitting is None or (peek.team, peek.word) in told:
            continue
        place = Place(played.division, played.number, sitting.table, sitting.board)
        seen = boards(place)
        if seen is None:
            continue
        standing = [
            word for word in seen.words if word.word == peek.word and not _is_challenged(played, peek, word)
        ]
        if standing:
            told.add((peek.team, peek.word))
            yield RefusedOnBoard(peek, place, seen.lost_with(played, peek.team, standing))


def _is_challenged(played: Round, peek: Peek, word: ChallengedWord) -> bool:
    """Checks if a challenge decides on this word, so that its points change hands instead of being struck."""
    return any(
        not made.void and made.challenged.number == peek.team and made.target.is_same_word(word)
        for made in played.challenges
    )


@decides
def rule_refused_word(
    tournament: Tournament, command: c.RuleRefusedWord, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """A judge strikes a word that a peek had refused, or lets it stand for a reason."""
    peek = _peek(tournament, command)
    played = _open_round(tournament, peek)
    if not command.strike:
        require_reason(command.reason, "letting the word stand")
    found = (each for each in refused_on_boards(tournament, played, boards) if each.peek == peek)
    refused = next(found, None)
    if refused is None:
        raise ConflictError("not-refused", f"{peek.word} does not wait for a ruling on that board")
    return (RefusedWordRuled(now_ms, command.by, peek.number, command.reason, refused.words, command.strike),)


@decides
def undo_refused_word(
    tournament: Tournament, command: c.UndoRefusedWord, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """A ruling on such a word was a mistake: its points count again, and it waits for the judges."""
    require_reason(command.reason, "undoing the ruling")
    peek = _peek(tournament, command)
    played = _open_round(tournament, peek)
    if ruling_on_refused(played, peek) is None:
        raise ConflictError("not-ruled", f"there is no ruling on {peek.word} to undo")
    _require_newest(played, peek, boards)
    return (RefusedWordUndone(now_ms, command.by, peek.number, command.reason),)


def _require_newest(played: Round, peek: Peek, boards: Boards) -> None:
    """Refuses to undo a strike while a challenge of the same word elsewhere took the bonus of both."""
    ruled, sitting = ruling_on_refused(played, peek), played.sitting_of(peek.team)
    if ruled is None or not ruled.struck or sitting is None:
        return
    seen = boards(Place(played.division, played.number, sitting.table, sitting.board))
    if seen is not None:
        require_newest(played, peek.team, ruled.words, seen.bonuses)


def ruling_on_refused(played: Round, peek: Peek) -> RefusedWord | None:
    """Returns what was ruled on the word of a peek."""
    return next((each for each in played.refused_words if each.peek == peek.number), None)


def require_refused_ruled(tournament: Tournament, played: Round, boards: Boards) -> None:
    """Refuses to close a round while a word stands that a peek had refused."""
    for refused in refused_on_boards(tournament, played, boards):
        team = tournament.contender(refused.peek.team).name
        raise ConflictError(
            "ruling-awaited",
            f"the judges still have to rule on {refused.words[0]} of {team}, which a peek refused",
        )


def _peek(tournament: Tournament, command: _OfPeek) -> Peek:
    if not 1 <= command.peek <= len(tournament.peeks):
        raise MalformedError("no-such-peek", f"there is no peek {command.peek}")
    return tournament.peeks[command.peek - 1]


def _open_round(tournament: Tournament, peek: Peek) -> Round:
    """Returns the round of a peek; refuses one that is closed, whose totals stand."""
    played = tournament.round(tournament.entrant_of(peek.team).division, peek.round)
    if played.stage is RoundStage.CLOSED:
        raise ConflictError("round-closed", "the round is closed; the director can reopen it")
    return played

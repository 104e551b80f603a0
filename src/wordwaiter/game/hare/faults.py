"""Rulings on a board with a fault: its words struck, or the board accepted."""

from collections.abc import Iterator

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.hare import commands as c
from wordwaiter.game.hare.challenge import ChallengedWord, find_word, scored_words
from wordwaiter.game.hare.deciding import decides
from wordwaiter.game.hare.facts import FaultAccepted, FaultRulingUndone, HareFact, WordsStruck
from wordwaiter.game.hare.round import HareRound, open_faults, struck_words, tally_of
from wordwaiter.rules.layout import Square
from wordwaiter.rules.problem import Problem


@decides
def accept_fault(hare_round: HareRound, command: c.AcceptFault, now_ms: int) -> tuple[HareFact, ...]:
    """The board counts as it is."""
    _require_open(hare_round, command.fault)
    _require_reason(command.reason)
    return (FaultAccepted(now_ms, command.by, command.fault, command.reason),)


@decides
def strike_words(hare_round: HareRound, command: c.StrikeWords, now_ms: int) -> tuple[HareFact, ...]:
    """Words do not count, nor the bonuses that they brought."""
    fault = _require_open(hare_round, command.fault)
    offered = words_to_strike(hare_round, fault)
    _require_reason(command.reason)
    if not command.words:
        raise MalformedError("no-words-struck", "choose the words to strike")
    struck = tuple(find_word(offered, word) for word in dict.fromkeys(command.words))
    found = tuple(word for word in struck if word is not None)
    if len(found) < len(struck):
        missing = next(
            word for word, there in zip(dict.fromkeys(command.words), struck, strict=True) if there is None
        )
        raise MalformedError("no-such-word", f"{missing} cannot be struck for this", word=missing.word)
    lost = struck_words(hare_round, *found)[-len(found) :]
    return (WordsStruck(now_ms, command.by, fault.key, lost, command.reason),)


@decides
def undo_fault_ruling(hare_round: HareRound, command: c.UndoFaultRuling, now_ms: int) -> tuple[HareFact, ...]:
    """A ruling was a mistake, and the board waits again."""
    _require_reason(command.reason)
    if not any(each.fault == command.fault for each in hare_round.fault_rulings):
        raise ConflictError("not-ruled", "there is no such ruling on this board to undo")
    return (FaultRulingUndone(now_ms, command.by, command.fault, command.reason),)


def words_to_strike(hare_round: HareRound, fault: Problem) -> tuple[ChallengedWord, ...]:
    """Returns the words that a fault concerns and that count, with what each alone would take with it."""
    return tuple(struck_words(hare_round, word)[-1] for word in _words_at(hare_round, fault.squares))


def _words_at(hare_round: HareRound, meant: tuple[Square, ...]) -> Iterator[ChallengedWord]:
    tally = tally_of(hare_round)
    gone = [word for ruling in hare_round.fault_rulings for word in ruling.struck]
    at = {
        (word.word, word.square, word.direction): {letter.square for letter in word.letters}
        for word in tally.words
    }
    for word in scored_words(tally.words):
        squares = at[word.word, word.square, word.direction]
        if not squares.isdisjoint(meant) and find_word(gone, word) is None:
            yield word


def _require_handed_in(hare_round: HareRound) -> None:
    if not hare_round.is_handed_in:
        raise ConflictError("not-submitted", f"the board of {hare_round.team} is not handed in")


def _require_open(hare_round: HareRound, key: str) -> Problem:
    _require_handed_in(hare_round)
    fault = next((each for each in open_faults(hare_round) if each.key == key), None)
    if fault is None:
        raise ConflictError("no-such-fault", "this was ruled on, or the board was entered again; look again")
    return fault


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise MalformedError("no-reason", "give a reason; it is kept in the log")

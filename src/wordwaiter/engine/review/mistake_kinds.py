"""Kinds of mistakes, so that many games tell what a player does wrong most often."""

from enum import StrEnum

from wordwaiter.engine.analysis import AnalysedTurn, Why
from wordwaiter.engine.candidates import Candidate
from wordwaiter.engine.play import Play


class MistakeKind(StrEnum):
    """The kind of play that was missed."""

    FULL_RACK = "full-rack"
    EXCHANGE = "exchange"
    PLAY = "play"
    ENDING = "ending"
    SCORE = "score"
    LEAVE = "leave"
    ANSWER = "answer"
    LATER = "later"

    def __str__(self) -> str:
        return _SENTENCES[self]


_SENTENCES = {
    MistakeKind.FULL_RACK: "misses a play of all tiles",
    MistakeKind.EXCHANGE: "plays where an exchange is better",
    MistakeKind.PLAY: "exchanges or passes where a play is better",
    MistakeKind.ENDING: "loses points when the bag is empty",
    MistakeKind.SCORE: "misses a play with more points",
    MistakeKind.LEAVE: "keeps worse tiles",
    MistakeKind.ANSWER: "leaves the other side good places",
    MistakeKind.LATER: "other mistakes",
}
_OF_REASONS = {
    Why.ENDING: MistakeKind.ENDING,
    Why.SCORE: MistakeKind.SCORE,
    Why.LEAVE: MistakeKind.LEAVE,
    Why.ANSWER: MistakeKind.ANSWER,
    Why.LATER: MistakeKind.LATER,
}


def kind_of(turn: AnalysedTurn, rack_size: int) -> MistakeKind | None:
    """Returns what kind of mistake a turn is; nothing if it is none."""
    if turn.mistake is None:
        return None
    best, played = turn.found.best.turn, turn.played.turn
    if _lays(best) == rack_size > _lays(played):
        return MistakeKind.FULL_RACK
    if isinstance(best, Play) != isinstance(played, Play):
        return MistakeKind.PLAY if isinstance(best, Play) else MistakeKind.EXCHANGE
    return _OF_REASONS[turn.reasons()[0].why]


def _lays(turn: Candidate) -> int:
    return len(turn.tiles) if isinstance(turn, Play) else 0

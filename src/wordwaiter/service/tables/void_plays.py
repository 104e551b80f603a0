"""Void challenge: a play with a word that is not good is not taken."""

from typing import TYPE_CHECKING

from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.choices import BadWord
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge
from wordwaiter.rules.rulebooks.variants import lists_of
from wordwaiter.rules.scoring import words_of_play
from wordwaiter.service.judging.word_lists import judge_by, judge_of_division
from wordwaiter.service.tables.stream_names import place_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def require_good_words(context: "Context", stream: str, table: Table, command: c.Command) -> None:
    """Refuses a play with a word that is not good, where the rules say that the software looks words up."""
    challenge = table.rulebook.challenge
    if isinstance(challenge, TurnChallenge) and challenge.if_bad is BadWord.PLAY_REFUSED:
        judge = _judge_at(context, stream, table)
        if judge is not None:
            _require_good(table, command, judge)


def _judge_at(context: "Context", stream: str, table: Table) -> Judge | None:
    """The judge of a table; nothing in a division whose list is not here, where people rule."""
    place = place_of(stream)
    if place is None:
        return judge_by(context, lists_of(table.rulebook.name))
    return judge_of_division(context, place.tournament, place.division)


def _require_good(table: Table, command: c.Command, judge: Judge) -> None:
    placement = _placement(table, command)
    if placement is None or placement.direction_on(table.position.board) is None:
        return  # no play, or one that the rules refuse anyway
    words = [word.text for word in words_of_play(table.position.board, placement)]
    bad = [each.word for each in judge.rule(words).words if not each.good] if words else []
    if bad:
        raise IllegalError(
            "words-not-good",
            f"not in the word list: {', '.join(bad)}; take the tiles back",
            clause=table.rulebook.clause_of("challenge.if_bad"),
            words=", ".join(bad),
        )


def _placement(table: Table, command: c.Command) -> Placement | None:
    match command:
        case c.Play(placement=placement):
            return placement
        case c.Announce():
            return table.tentative
        case _:
            return None

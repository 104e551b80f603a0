"""Void challenge at free tables: a play with a word that is not good is not taken."""

from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.choices import BadWord
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge
from wordwaiter.rules.scoring import words_of_play


def is_void(table: Table) -> bool:
    """Checks if the software looks the words of each play up."""
    challenge = table.rulebook.challenge
    return isinstance(challenge, TurnChallenge) and challenge.if_bad is BadWord.PLAY_REFUSED


def require_good_words(table: Table, command: c.Command, judge: Judge) -> None:
    """Refuses a play with a word that is not good."""
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

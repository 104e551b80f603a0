"""Everything that can be typed while a game is played in the terminal."""

import re
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Table
from wordwaiter.notation.script import Entry
from wordwaiter.notation.script_words import (
    CLOCK,
    DIRECTOR,
    JUDGE,
    OFFICIAL_WORDS,
    SCOREKEEPER,
    SEAT_WORDS,
)

HELP: Final = """\
  8D RETINA       play across from 8D; D8 RETINA plays down;
                  lower case is a blank, a dot is a tile that lies there already
  try 8D RETINA   lay it and see its score; then `announce`, or `lift`
  exchange AEI    exchange these tiles; at a real board also `exchange 3`
  pass            do nothing; `cannot play` says that you have no play
  challenge WORD  ask the judge about words of the last play
  hold, release   keep the other from drawing, where the rules have it
  fill            draw back to a full rack; done by itself when the next one acts
  undo            take the last turn back
  correct 3 8D RETAIN     put another play in the place of turn 3
  Ann draws A             the tile drawn for first play, at a real board
  Ben has QE              the tiles on a rack, for the final count
  Ann signs               agree to the result
  pause WHY, resume, allow, time, end WHY
  board, tiles, clock, explain, left (is a play left?)
  save FILE (as GCG), script FILE, quit
A name before any word says who it is: `Ben challenge RETINA`."""


def _plain(verb: str) -> str:
    """Returns the word that somebody types for a word of a script: `pass` for `passes`."""
    if verb == "has":
        return "have"
    return verb[:-2] if verb.endswith(("sses", "oes")) else verb.removesuffix("s")


_SEAT_WORDS: Final = {
    **{verb: verb for verb in SEAT_WORDS}, **{_plain(verb): verb for verb in SEAT_WORDS}, "try": "lays",
}  # fmt: skip
_OFFICIAL_WORDS: Final = {
    _plain(verb.removeprefix("rules ")): (who, verb)
    for who in (CLOCK, DIRECTOR, JUDGE)
    for verb in OFFICIAL_WORDS[who]
}
"""The judge speaks where both a judge and the director may."""
_QUESTIONS: Final = ("help", "board", "tiles", "clock", "explain", "left", "save", "script", "quit")
_PLAY: Final = re.compile(r"(?:[1-9][0-9]?[A-Za-z]|[A-Za-z][1-9][0-9]?)\s+\S+")


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that changes nothing at the table: a question, saving, leaving."""

    word: str
    rest: str


def parse_typed(line: str, table: Table) -> Entry | Asked | None:
    """Returns the meaning of a typed line at this table; `None` for an empty one."""
    named, said = _speaker(" ".join(line.split()), table)
    word, _, rest = said.partition(" ")
    word = word.lower()
    if not said:
        return None
    if _PLAY.fullmatch(said):
        verb, rest = "plays", said
    elif said.lower() == "cannot play":
        verb, rest = said.lower(), ""
    elif word in _SEAT_WORDS:
        verb = _SEAT_WORDS[word]
    elif word in _OFFICIAL_WORDS:
        official, verb = _OFFICIAL_WORDS[word]
        return Entry(0, None, official, verb, rest)
    elif word in _QUESTIONS:
        return Asked(word, rest)
    else:
        raise MalformedError("unknown-word", f"unknown command {word!r}; type `help`", word=word)
    return Entry(0, None, named or _meant(verb, table), verb, rest)


def _speaker(said: str, table: Table) -> tuple[str, str]:
    """The name that a line begins with, if it does, and the rest of it; a team's scorekeeper signs too."""
    names = {*table.sides, *(seat.name for seat in table.seats), SCOREKEEPER}
    for name in sorted(names, key=len, reverse=True):
        if said.lower().startswith((f"{name.lower()} ", f"{name.lower()}: ")):
            return name, said[len(name) :].lstrip(": ")
    return "", said


def _meant(verb: str, table: Table) -> str:
    """Returns the player meant when no name was typed: the one to move, before (draws) or after (asks)."""
    last = table.turns[-1].seat if table.turns else None
    seat = to_move(table)
    if verb == "fills" and last is not None:
        seat = last
    elif seat is None and last is not None and verb in ("challenges", "holds"):
        seat = (last + 1) % len(table.seats)
    elif seat is None:
        raise MalformedError("who", f"start with a name: `{table.seats[0].name} {verb} ...`")
    return table.seats[seat].name

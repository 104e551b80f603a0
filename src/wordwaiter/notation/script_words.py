"""The words of table scripts: which command each one gives. What stands behind a word is a field of it."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import Any, Final

from wordwaiter.command_fields import command_of_texts, fields_of
from wordwaiter.errors import MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.table import Table
from wordwaiter.game.written import readers_at
from wordwaiter.lexicon.quoting import quoted

JUDGE, DIRECTOR, SCOREKEEPER, CLOCK = OFFICIALS = ("judge", "director", "scorekeeper", "clock")
"""Who may speak in a script without a seat at the table."""

Kind = Callable[..., c.Command]

_SEAT_COMMANDS: Final[Mapping[str, Kind]] = {
    "draws": c.DrawFirst,
    "begins": c.ChooseFirst,
    "lays": c.Lay,
    "lifts": c.Lift,
    "announces": c.Announce,
    "plays": c.Play,
    "fills": c.Fill,
    "exchanges": c.Exchange,
    "passes": c.Pass,
    "cannot play": c.SayCannotPlay,
    "holds": c.CallHold,
    "releases": c.ReleaseHold,
    "challenges": c.Challenge,
    "has": c.DeclareRack,
    "scores": c.ReportPoints,
    "resigns": c.Resign,
    "offers to end": c.OfferEnd,
    "claims the win": c.ClaimWin,
}
_OFFICIAL_COMMANDS: Final[Mapping[str, Kind]] = {
    "allows": c.Allow,
    "pauses": c.Pause,
    "resumes": c.Resume,
    "undoes": c.Undo,
    "withdraws the ruling": c.UndoRuling,
    "returns": c.ReturnResult,
    "time": c.CallTime,
}

ANSWERS: Final = {"accepts the end": True, "declines the end": False}
"""The answers a seat may give when the other offers to end the game."""

SEAT_WORDS: Final = (*_SEAT_COMMANDS, *ANSWERS, "signs")
OFFICIAL_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    JUDGE: ("rules good", "rules bad", "allows", "withdraws the ruling"),
    DIRECTOR: (
        "rules good", "rules bad", "allows", "pauses", "resumes", "adjusts", "corrects",
        "withdraws the ruling", "undoes", "ends", "returns",
    ),
    SCOREKEEPER: ("allows", "signs"),
    CLOCK: ("time",),
}  # fmt: skip
"""The words each official may use."""


def seat_command(word: str, rest: str, table: Table, seat: int) -> c.Command:
    """Returns the command of a seat that a word and what stands behind it give."""
    if word == "has" and rest == "nothing":
        return c.DeclareRack(seat, ())
    if word == "has" and rest == "unknown":
        return c.LeaveRackUnknown(seat)
    if word in ANSWERS:
        return c.AnswerOffer(seat, ANSWERS[word])
    return _command(_SEAT_COMMANDS, word, rest, table, seat=seat, by="")


def official_command(word: str, rest: str, table: Table, by: str) -> c.Command:
    """Returns the command of an official that a word and what stands behind it give."""
    if word in ("rules good", "rules bad"):
        return c.Rule(by, word == "rules good", rest)
    return _command(_OFFICIAL_COMMANDS, word, rest, table, by=by)


def _command(kinds: Mapping[str, Kind], word: str, rest: str, table: Table, **given: Any) -> c.Command:
    """Returns the command of a word; what stands behind it is the one field that is not known."""
    kind = kinds.get(word)
    if kind is None:
        raise unreadable(word, rest)
    said = [each for name, each in fields_of(kind).items() if name not in given]
    if (rest and not said) or (not rest and any(each.default is MISSING for each in said)):
        raise unreadable(word, rest)
    return command_of_texts(kind, lambda _: (rest,), readers_at(table), **given)


def unreadable(word: str, rest: str) -> MalformedError:
    """Returns the refusal of words that mean nothing together."""
    told = f"{word} {rest}".strip()
    return MalformedError(
        "bad-script",
        f"{quoted(told)} cannot be read; see docs/development/table-scripts.md",
    )

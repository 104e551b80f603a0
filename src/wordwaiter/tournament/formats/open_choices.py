"""Open choices: what Ontario's document leaves to the convenor, who chooses before round one.

The document says "the highest game scores of the teams", "the 2 players with the highest scores", and that
a defaulter's results are removed. It does not say whether single games or their sum are meant, which scores,
and what becomes of the opponents' games.
"""

from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.formats.choices import Criterion, GamesAgainstDefaulter, PairingMethod, Pairs
from wordwaiter.tournament.formats.format import Format


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One way to read the document, and how a rule sheet says it."""

    word: str
    value: object
    sentence: str


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A setting of a format with the values between which the convenor chooses."""

    setting: str
    clause: str
    options: tuple[ChoiceOption, ...]

    @property
    def field(self) -> str:
        """The setting as a form and `changed_format` name it."""
        return self.setting.replace(".", "_")

    def value_of(self, word: str) -> object:
        """Returns the value that a word of a form stands for."""
        for option in self.options:
            if option.word == word:
                return option.value
        words = ", ".join(option.word for option in self.options)
        raise MalformedError("not-a-choice", f"{word!r} is no choice here; choose from {words}")

    def chosen(self, format_: Format) -> ChoiceOption | None:
        """Returns the option that a format has; nothing if it has a value of another kind."""
        value = format_.setting(self.setting)
        return next((option for option in self.options if option.value == value), None)


_CHOICES: Final = (
    OpenChoice(
        "ranking.order",
        "ontario-b-points",
        (
            ChoiceOption(
                "highest-games",
                (Criterion.POINTS, Criterion.HIGHEST_GAMES),
                "Pairs level on points are ranked by their highest single game, then by the next highest.",
            ),
            ChoiceOption(
                "total",
                (Criterion.POINTS, Criterion.TOTAL),
                "Pairs level on points are ranked by the sum of all their games.",
            ),
        ),
    ),
    OpenChoice(
        "pairing.later",
        "ontario-2",
        (
            ChoiceOption(
                "last-scores",
                PairingMethod.LAST_SCORES,
                "From game two on, the players with the highest scores of the last game meet.",
            ),
            ChoiceOption(
                "total-scores",
                PairingMethod.TOTAL_SCORES,
                "From game two on, the players with the highest totals of all games meet.",
            ),
        ),
    ),
    OpenChoice(
        "absence.games_against_defaulter",
        "ontario-a-default",
        (
            ChoiceOption(
                "kept",
                GamesAgainstDefaulter.KEPT,
                "Opponents keep what they scored against a player who defaults.",
            ),
            ChoiceOption(
                "cancelled",
                GamesAgainstDefaulter.CANCELLED,
                "Games against a player who defaults are struck for the opponents too.",
            ),
        ),
    ),
)


def open_choices(format_: Format) -> tuple[OpenChoice, ...]:
    """Returns what the convenor of a division chooses before round one: in doubles alone."""
    return _CHOICES if isinstance(format_.entry.kind, Pairs) else ()


def chosen_sentences(format_: Format) -> tuple[str, ...]:
    """Returns the choices of a division, as its rule sheet states them."""
    options = (choice.chosen(format_) for choice in open_choices(format_))
    return tuple(option.sentence for option in options if option is not None)

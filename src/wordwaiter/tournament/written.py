"""How people write the fields of a tournament's commands: dollars, minutes, names.

What is written as a name is looked up in the tournament by whoever reads it; a page sends the number itself.
"""

import re
from functools import partial
from typing import Annotated, Final

from wordwaiter.command_fields import MOST_BY_ENDING, Written
from wordwaiter.errors import MalformedError
from wordwaiter.notation.watch import TIME, parse_time
from wordwaiter.tournament.entrants.entrants import AgeBand, ages_of_text
from wordwaiter.tournament.money.ledger import cents_of

MINUTE_MS: Final = 60_000

_HOURS: Final = r"[0-9]{1,3} ?(?:h|hrs?|hours?|heures?)\.?"
_MINUTES: Final = r"[0-9]{1,5}(?: ?(?:mn?|mins?|minutes?)\.?)?"
LENGTH: Final = rf"(?:{_HOURS}(?:,? ?(?:and|et)? ?{_MINUTES})?|{_MINUTES})"
"""A length of time in whole minutes as people write it: `45`, `45 minutes`, `1 h 10`, `2 hours`."""


def minutes_of_text(text: str) -> int:
    """Returns the minutes of `45`, `-5`, `45 minutes`, `45 min`, `1 h 10` or `2 hours`."""
    plain = text.strip()
    length = plain.lstrip("-+")
    if len(plain) - len(length) > 1 or not re.fullmatch(LENGTH, length, re.ASCII | re.IGNORECASE):
        raise _no_minutes(text)
    numbers = [int(each) for each in re.findall("[0-9]+", length)]
    has_hours = re.match(_HOURS, length, re.ASCII | re.IGNORECASE) is not None
    minutes = 60 * numbers[0] + sum(numbers[1:]) if has_hours else numbers[0]
    if minutes * MINUTE_MS > MOST_BY_ENDING["ms"]:
        raise _no_minutes(text)
    return -minutes if plain.startswith("-") else minutes


def _no_minutes(text: str) -> MalformedError:
    return MalformedError("bad-minutes", f"write minutes as 45, or as 1 h 10, not {text[:20]!r}")


def ms_of_minutes(text: str) -> int:
    """Returns the milliseconds of `20` minutes, of `-5`, of `1 h 10`, or of `2:30`, which has seconds."""
    return parse_time(text) if re.fullmatch(TIME, text) else minutes_of_text(text) * MINUTE_MS


DIVISION: Final = Written("Which division; needed if there are several.")
CONTENDER: Final = Written("Name or number.")
ENTRANT: Final = Written("Name or number of the player, the pair or the team.")

Ages = Annotated[
    AgeBand,
    Written("The ages that may play, such as 65-74 or 75+; any if left out.", partial(ages_of_text, name="")),
]
DivisionName = Annotated[str, DIVISION]
Contender = Annotated[int, CONTENDER]
Entrant = Annotated[int, ENTRANT]
Reason = Annotated[str, Written("Why; it is kept in the log.")]
RoundNumber = Annotated[int, Written("The latest if left out.")]
BoardNumber = Annotated[int, Written("Where a table has several.")]
Minutes = Annotated[int, Written("In minutes, or as 2:30.", ms_of_minutes, "minutes")]
Amount = Annotated[int, Written("In dollars, as 12 or 12.50.", cents_of, "amount")]
PaidAmount = Annotated[int, Written("In dollars; all that is due if left out.", cents_of, "amount")]
PledgeNumber = Annotated[int, Written("Its number in the list of pledges.")]
PerPoint = Annotated[int, Written("In dollars, as 0.05.", cents_of, "per-point")]
MostAmount = Annotated[int, Written("No more than this, in dollars.", cents_of, "most")]

"""How people write the fields of a tournament's commands: dollars, minutes, names.

What is written as a name is looked up in the tournament by whoever reads it; a page sends the number itself.
"""

import re
from typing import Annotated, Final

from wordwaiter.command_fields import MOST_BY_ENDING, Written
from wordwaiter.errors import MalformedError
from wordwaiter.notation.watch import TIME, parse_time
from wordwaiter.tournament.money.ledger import cents_of

MINUTE_MS: Final = 60_000


def ms_of_minutes(text: str) -> int:
    """Returns the milliseconds of `20` minutes, of `-5`, or of `2:30`."""
    if re.fullmatch(TIME, text):
        return parse_time(text)
    if not re.fullmatch(r"[-+]?[0-9]{1,5}", text) or abs(int(text)) * MINUTE_MS > MOST_BY_ENDING["ms"]:
        raise MalformedError("not-a-number", f"{text[:20]!r} is not a whole number of minutes")
    return int(text) * MINUTE_MS


DIVISION: Final = Written("Which division; needed if there are several.")
CONTENDER: Final = Written("Name or number.")
ENTRANT: Final = Written("Name or number of the player, the pair or the team.")

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

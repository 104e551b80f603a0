"""Facts: what happened at a table. Folding them gives its state; chance and judgement are already in them.

Each kind declares its stable name (`KIND`), for whom it and each of its fields is, and its sentence in the
log. No sentence tells what is on a rack or in the bag, nor on what ground a word was ruled bad. Tiles stand
as a tuple where they are known and as a number where they are not.
"""

from typing import Final

from wordwaiter.audience import declared
from wordwaiter.game.facts.base import *
from wordwaiter.game.facts.challenges import *
from wordwaiter.game.facts.endings import *
from wordwaiter.game.facts.officials import *
from wordwaiter.game.facts.opening import *
from wordwaiter.game.facts.turns import *

Fact = OpeningFact | TurnFact | ChallengeFact | OfficialFact | EndingFact

FACT_TYPES: Final[dict[str, type[Fact]]] = declared(Fact.__args__)
"""Every kind of fact by its stable name."""

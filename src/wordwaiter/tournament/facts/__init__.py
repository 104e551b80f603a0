"""Facts: what happened in a tournament. Folding them gives its state; chance and judgement are in them.

Each kind declares its stable name (`KIND`), for whom it and each of its fields is, and its sentence in the
log. It has the time in milliseconds and whoever brought it about.
"""

from typing import Final

from wordwaiter.audience import declared
from wordwaiter.tournament.facts.bee import *
from wordwaiter.tournament.facts.day import *
from wordwaiter.tournament.facts.divisions import *
from wordwaiter.tournament.facts.entrants import *
from wordwaiter.tournament.facts.money import *
from wordwaiter.tournament.facts.privacy import *
from wordwaiter.tournament.facts.results import *
from wordwaiter.tournament.facts.rounds import *
from wordwaiter.tournament.facts.sponsors import *

Fact = (
    TournamentOpened | DivisionFact | EntrantFact | RoundFact | ResultFact | FeatNoted
    | BeeFact | MoneyFact | DayFact | PrivacyFact | SponsorFact
)  # fmt: skip

FACT_TYPES: Final[dict[str, type[Fact]]] = declared(Fact.__args__)
"""Every kind of fact by its stable name."""

"""Commands: what somebody asks of a tournament. `decide` answers with facts or refuses.

`by` is whoever gave the command. Contenders and entrants are named by number, divisions by name, and a board
by its table and, where a table has several, its board. Each command declares who may give it (`ROLES`) and
which part of the tournament it is about (`SCOPE`); its decider says itself that it decides it.
"""

from wordwaiter.tournament.commands.bee import *
from wordwaiter.tournament.commands.day import *
from wordwaiter.tournament.commands.divisions import *
from wordwaiter.tournament.commands.entrants import *
from wordwaiter.tournament.commands.money import *
from wordwaiter.tournament.commands.privacy import *
from wordwaiter.tournament.commands.results import *
from wordwaiter.tournament.commands.rounds import *
from wordwaiter.tournament.commands.sponsors import *

Command = (
    DivisionCommand | EntrantCommand | RoundCommand | ResultCommand | BeeCommand | MoneyCommand | DayCommand
    | PrivacyCommand | SponsorCommand
)  # fmt: skip

"""Word lists of a division that is added: those that were chosen for another one with its rules."""

from functools import partial
from typing import TYPE_CHECKING

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import executing
from wordwaiter.service.judging.word_list_facts import STREAM, WORD_LISTS, ChooseLists
from wordwaiter.service.judging.word_lists import chosen_lists
from wordwaiter.service.steps import Steps, look_up
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.tournament.facts import DivisionOpened

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def choose_lists_of_new_divisions(
    context: "Context", caller: Caller, outcome: TournamentOutcome
) -> Steps[None]:
    """Chooses lists for divisions that were added, so that nobody is asked again; a follow-up."""
    divisions = outcome.state.divisions
    names = [fact.name for fact in outcome.facts if isinstance(fact, DivisionOpened)]
    # A division that the same step merged is no more.
    for added in (divisions[name] for name in names if name in divisions):
        for other in divisions.values():
            if other.rulebook != added.rulebook or other is added:
                continue
            chosen = yield from look_up(partial(chosen_lists, context, outcome.stream, other.number))
            if chosen:
                command = ChooseLists(outcome.stream, added.number, chosen)
                yield from executing(context, caller, WORD_LISTS, STREAM, command)
                break

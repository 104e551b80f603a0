"""A check for everything that a rating officer would send back, before the files are sent."""

import re
from collections import Counter
from collections.abc import Iterator

from wordwaiter.sentences import Wording, said
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.files.name_orders import has_plain_letters
from wordwaiter.tournament.files.tou_file import MOST_TOU_SCORE, tou_name
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored
from wordwaiter.tournament.state import Tournament


def rating_faults(tournament: Tournament, division: str) -> tuple[Wording, ...]:
    """Everything about a division's files that would come back, a sentence for each."""
    return (
        *_about_day(tournament),
        *_about_names(tournament.contenders_of(division)),
        *_about_rounds(tournament, division),
    )


def _about_day(tournament: Tournament) -> Iterator[Wording]:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", tournament.date):
        yield said("The tournament has no date. Enter it on the page Room, under Edit name, date and place.")


def _about_names(contenders: Iterator[Contender] | tuple[Contender, ...]) -> Iterator[Wording]:
    players = tuple(contenders)
    written = Counter(tou_name(each) for each in players)
    for each in players:
        name = tou_name(each)
        if written[name] > 1:
            yield said("{name} stands there twice. Tell the players apart.", name=name)
        elif not has_plain_letters(each.name):
            yield said(
                "In the TOU file, {name} is {written}. Enter the name in Latin letters.",
                name=each.name,
                written=name,
            )
        elif len(name.split()) < 2 and not each.profile.members:
            yield said("{name} has no surname. Enter the full name.", name=each.name)
        if each.profile.rating is None:
            yield said("{name} has no rating. Enter it, or 0 if unrated.", name=each.name)


def _about_rounds(tournament: Tournament, division: str) -> Iterator[Wording]:
    for played in tournament.rounds_of(division):
        if played.stage is not RoundStage.CLOSED:
            yield said("Round {n} is not closed.", n=played.number)
        for sitting in played.sittings:
            if sitting.first is None and isinstance(sitting.outcome, Scored):
                yield said(
                    "Round {n}, table {table}: nobody told who played first.",
                    n=played.number,
                    table=sitting.table,
                )
            if isinstance(sitting.outcome, Scored):
                for score in sitting.outcome.scores:
                    if not 0 <= score <= MOST_TOU_SCORE:
                        yield said(
                            "Round {n}, table {table}: {score} does not fit into the file.",
                            n=played.number,
                            table=sitting.table,
                            score=score,
                        )

"""Rounds as those see them who are no officials: without reasons, or names that they need not know."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from wordwaiter.game.hare.challenge import WordChallenge
from wordwaiter.service.access.personal_fields import RULED
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.entrants.public_names import initials_of
from wordwaiter.tournament.rounds.rounds import Round
from wordwaiter.tournament.state import Tournament

Told = Callable[[str], str]
"""How somebody is called, whose name stands beside what they did."""


def authors(tournament: Tournament, shown: Mapping[int, Entrant]) -> Told:
    """Returns how those are called who did something: as entrants are shown, and others by initials.

    Whoever typed another name than theirs may be one of those who asked for it.
    """
    names: dict[str, str] = {}
    for number, entrant in tournament.entrants.items():
        for each, seen in zip(entrant.contenders, shown[number].contenders, strict=True):
            pairs = zip(
                (each.profile.name, *each.profile.members), (seen.profile.name, *seen.profile.members),
                strict=True,
            )  # fmt: skip
            # Of two who have one name, the initials of one are told of both.
            names |= {name: other for name, other in pairs if names.get(name, name) == name}
    return lambda name: names[name] if name in names else initials_of(name)


def without_names(played: Round, veiled: Collection[int], told: Told | None) -> Round:
    """Returns a round whose rulings name no team that is shown by initials: they say whose word it was.

    `told` says how those are called who did something, where somebody need not know.
    """

    def without(challenge: WordChallenge) -> WordChallenge:
        ruling = challenge.ruling
        if ruling is not None and {challenge.challenger.number, challenge.challenged.number} & set(veiled):
            changes = tuple((number, points, RULED) for number, points, _ in ruling.changes)
            ruling = replace(ruling, changes=changes)
        if told is None:
            return replace(challenge, ruling=ruling)
        ruling = None if ruling is None else replace(ruling, by=told(ruling.by))
        return replace(challenge, by=told(challenge.by), ruling=ruling)

    after = replace(played, challenges=tuple(map(without, played.challenges)))
    return after if told is None else _without_authors(after, told)


def _without_authors(played: Round, told: Told) -> Round:
    """Returns a round in which nobody is named who handed a sheet in, or settled a result."""
    sittings = tuple(
        replace(
            each,
            sheets=tuple(replace(sheet, by=told(sheet.by)) for sheet in each.sheets),
            outcome=None if each.outcome is None else replace(each.outcome, by=told(each.outcome.by)),
        )
        for each in played.sittings
    )
    return replace(played, sittings=sittings)


def without_reasons(played: Round) -> Round:
    """Returns a round without reasons of games, byes and results: they may tell of illness, needs, names."""
    sittings = tuple(
        replace(each, why="", outcome=None if each.outcome is None else replace(each.outcome, reason=""))
        for each in played.sittings
    )
    return replace(played, sittings=sittings, rests=tuple(replace(each, why="") for each in played.rests))

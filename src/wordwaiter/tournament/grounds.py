"""The clause by which a fact of a tournament came about: a setting of the division's format or rulebook."""

from collections.abc import Callable

from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.entrants import Leaving
from wordwaiter.tournament.state import Tournament

Rulebooks = Callable[[str], Rulebook]


def clause_of(tournament: Tournament, fact: f.Fact, rulebooks: Rulebooks) -> str | None:
    """The clause that decided, in the tournament as it is after the fact; nothing where none did."""
    found = _setting(tournament, fact)
    if found is None:
        return None
    name, setting = found
    if name not in tournament.divisions:
        return None  # merged into another since
    division = tournament.divisions[name]
    if setting in division.format.origins:
        return division.format.clause_of(setting)
    rulebook = rulebooks(division.rulebook)
    return rulebook.clause_of(setting) if setting in rulebook.origins else None


def _setting(tournament: Tournament, fact: f.Fact) -> tuple[str, str] | None:
    """The division that a fact is about, and the setting that decided."""
    match fact:
        case f.EntrantsRegistered(division=division, late=late):
            return division, "absence.late_arrival" if late else "entry.kind"
        case f.CheckedIn(contenders=contenders, late_reason=reason) if reason:
            return _division(tournament, contenders[0]), "absence.late_arrival"
        case f.ContenderLeft(contender=contender, how=Leaving.DEFAULTED):
            return _division(tournament, contender), "absence.games_against_defaulter"
        case f.GameForfeited(division=division):
            return division, "absence.games_against_defaulter"
        case f.RoundPublished(division=division, number=number):
            return division, "pairing.first" if number == 1 else "pairing.later"
        case f.RoundStarted(division=division):
            return division, "rounds.lengths"
        case f.SheetHandedIn(division=division) | f.ResultSettled(division=division):
            return division, "ending.sign_off"
        case f.WordsAnnounced(division=division):
            return division, "table.starting_word"
        case f.BoardWordChallenged(division=division):
            return division, "board_challenge.window"
        case f.BoardWordRuled(division=division, good=good):
            return division, f"board_challenge.if_{'good' if good else 'bad'}"
        case f.PeekBought(team=team):
            return _division(tournament, team), "words.peek_cents"
        case f.PeekAnswered(number=number):
            return _division(tournament, tournament.peeks[number - 1].team), "words.peek_cents"
        case f.TilesBought(team=team) | f.TilesReturned(team=team):
            return _division(tournament, team), "building.tile_cents"
        case f.AllTilesBought(team=team):
            return _division(tournament, team), "building.all_tiles_cents"
        case _:
            return None


def _division(tournament: Tournament, contender: int) -> str:
    return tournament.entrant_of(contender).division

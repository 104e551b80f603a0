"""Facts of the Bee fold into state: words announced, peeks, tiles bought and returned, words ruled on."""

from dataclasses import replace
from typing import Any, assert_never

from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import BoardRuling, NamedTeam, ProposedPoints
from wordwaiter.game.holdings import count_of
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.rounds.rounds import RefusedWord, Round
from wordwaiter.tournament.state import Peek, Purchase, Tournament


def evolve_bee(tournament: Tournament, fact: f.BeeFact) -> Tournament:
    """The tournament after a fact of the Bee."""
    match fact:
        case f.WordsAnnounced(division=division, round=number, announcement=announcement):
            announced = {**tournament.announcements, (division, number): announcement}
            without = {**tournament.words_without, (division, number): fact.without}
            after = replace(tournament, announcements=announced, words_without=without)
            if not fact.removed:
                return after
            published = replace(after.round(division, number), removed=dict(fact.removed), taken_out={})
            return after.with_round(published)
        case f.TilesTakenOut() | f.TilesOutCorrected():
            division, number, team, tiles = fact.division, fact.round, fact.team, fact.tiles
            published = tournament.round(division, number)
            return tournament.with_round(
                replace(
                    published,
                    removed={**published.removed, team: tiles},
                    taken_out={**published.taken_out, team: tiles},
                )
            )
        case f.PeekBought():
            peek = Peek(fact.number, fact.team, fact.round, fact.word, fact.line)
            return replace(tournament, peeks=(*tournament.peeks, peek))
        case f.PeekAnswered(number=number, good=good, by=by):
            peeks = tuple(
                replace(each, good=good, answered_by=by) if each.number == number else each
                for each in tournament.peeks
            )
            return replace(tournament, peeks=peeks)
        case f.PeekAnswerUndone(number=number):
            after = _without_refused(tournament, number)
            peeks = tuple(
                replace(each, good=None, answered_by=None) if each.number == number else each
                for each in after.peeks
            )
            return replace(after, peeks=peeks)
        case f.RefusedWordRuled():
            return _refused_word_ruled(tournament, fact)
        case f.RefusedWordUndone(number=number):
            return _without_refused(tournament, number)
        case f.TilesBought():
            line = len(tournament.ledger) + 1
            return _tiles_back(tournament, Purchase(fact.team, fact.round, fact.tiles, fact.cents, 0, line))
        case f.AllTilesBought():
            line = len(tournament.ledger) + 1
            purchase = Purchase(fact.team, fact.round, fact.tiles, fact.cents, fact.later, line, of_all=True)
            after = _tiles_back(tournament, purchase)
            return replace(after, bought_all=after.bought_all | {fact.team})
        case f.TilesReturned():
            return _tiles_returned(tournament, fact)
        case f.BoardWordChallenged(division=division, round=number, challenge=challenge):
            played = tournament.round(division, number)
            known = replace(
                challenge,
                challenger=with_number(tournament, division, challenge.challenger),
                challenged=with_number(tournament, division, challenge.challenged),
            )
            return tournament.with_round(replace(played, challenges=(*played.challenges, known)))
        case f.BoardWordRuled():
            return _word_ruled(tournament, fact)
        case f.BoardPointsProposed(points=points, by=by, ground=ground, device=device):
            return _with_challenge(tournament, fact, proposed=ProposedPoints(points, by, ground, device))
        case f.BoardChallengeVoided(reason=reason):
            return _with_challenge(tournament, fact, void=reason, proposed=None)
        case f.BoardRulingUndone():
            return _with_challenge(tournament, fact, ruling=None, void="", proposed=None)
        case _:
            assert_never(fact)


def with_number(tournament: Tournament, division: str, team: NamedTeam) -> NamedTeam:
    """A team that the first version named in a fact, with the number of whoever was called so then."""
    if team.number is not None:
        return team
    called = (each for each in tournament.contenders_of(division) if each.name == team.name)
    return next((NamedTeam(each.number, each.name) for each in called), team)


def rename_in_challenges(tournament: Tournament, division: str, number: int, name: str) -> Tournament:
    """Challenges tell the names of teams, so they follow when a name is put right."""

    def named(team: NamedTeam) -> NamedTeam:
        return replace(team, name=name) if team.number == number else team

    after = tournament
    for played in tournament.rounds_of(division):
        challenges = tuple(
            replace(each, challenger=named(each.challenger), challenged=named(each.challenged))
            for each in played.challenges
        )
        if challenges != played.challenges:
            after = after.with_round(replace(played, challenges=challenges))
    return after


def _tiles_back(tournament: Tournament, purchase: Purchase) -> Tournament:
    team = purchase.team
    after = replace(tournament, purchases=(*tournament.purchases, purchase))
    played = tournament.open_round(tournament.entrant_of(team).division)
    if played is None or played.number != purchase.round or team not in played.removed:
        return after
    removed = _without(played.removed[team], purchase.tiles)
    return after.with_round(replace(played, removed={**played.removed, team: removed}))


def _without(removed: Tiles, bought: Tiles) -> Tiles:
    if isinstance(removed, int) or isinstance(bought, int):
        return count_of(removed) - count_of(bought)
    left = list(removed)
    for tile in bought:
        left.remove(tile)
    return tuple(left)


def _tiles_returned(tournament: Tournament, fact: f.TilesReturned) -> Tournament:
    """As if they had not been bought; what was played with meanwhile stays bought."""
    (purchase,) = (each for each in tournament.purchases if each.line == fact.line)
    kept = replace(purchase, later=0) if count_of(fact.tiles) < count_of(purchase.tiles) else None
    purchases = (kept if each is purchase else each for each in tournament.purchases)
    bought_all = tournament.bought_all - {fact.team} if purchase.of_all else tournament.bought_all
    after = replace(
        tournament, purchases=tuple(each for each in purchases if each is not None), bought_all=bought_all
    )
    if not count_of(fact.tiles):
        return after
    played = tournament.round(tournament.entrant_of(fact.team).division, fact.round)
    removed = _with(played.removed.get(fact.team, ()), fact.tiles)
    return after.with_round(replace(played, removed={**played.removed, fact.team: removed}))


def _with(removed: Tiles, returned: Tiles) -> Tiles:
    if isinstance(removed, int) or isinstance(returned, int):
        return count_of(removed) + count_of(returned)
    return tuple(sorted((*removed, *returned), key=lambda tile: (tile == BLANK, tile)))


def _round_of_peek(tournament: Tournament, peek: Peek) -> Round:
    return tournament.round(tournament.entrant_of(peek.team).division, peek.round)


def _refused_word_ruled(tournament: Tournament, fact: f.RefusedWordRuled) -> Tournament:
    peek = tournament.peeks[fact.number - 1]
    played = _round_of_peek(tournament, peek)
    ruled = RefusedWord(fact.number, peek.team, fact.words, fact.struck, fact.reason)
    return tournament.with_round(replace(played, refused_words=(*played.refused_words, ruled)))


def _without_refused(tournament: Tournament, number: int) -> Tournament:
    """Returns the tournament without the ruling on the word of a peek."""
    played = _round_of_peek(tournament, tournament.peeks[number - 1])
    kept = tuple(each for each in played.refused_words if each.peek != number)
    return tournament.with_round(replace(played, refused_words=kept))


def _with_challenge(tournament: Tournament, fact: f.FactOfChallenge, **changed: Any) -> Tournament:
    """The tournament in which the latest challenge of a team is another."""
    played = tournament.round(fact.division, fact.round)
    found = played.challenge_of(fact.challenger)
    challenges = tuple(replace(each, **changed) if each is found else each for each in played.challenges)
    return tournament.with_round(replace(played, challenges=challenges))


def _word_ruled(tournament: Tournament, fact: f.BoardWordRuled) -> Tournament:
    found = tournament.round(fact.division, fact.round).challenge_of(fact.challenger)
    ruling = BoardRuling(fact.good, fact.by, fact.at_ms, fact.ground, fact.points, fact.bonus)
    if found is None or fact.counted is None:
        return _with_challenge(tournament, fact, ruling=ruling, proposed=None)
    target = replace(found.target, points=fact.counted)
    return _with_challenge(tournament, fact, ruling=ruling, proposed=None, target=target)

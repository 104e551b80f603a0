"""Sentences about money taken just now: how much, for what, from whom, and what came back for it."""

from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.finished_board import tile_name
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.money.ledger import Payment, Pledge
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.render.numbers import money
from wordwaiter.web.words import Catalogue
from wordwaiter.web.words.sentences import plainly


def money_text(answer: TournamentOutcome, words: Catalogue) -> str:
    """`G, U, V come back for Owls: $15, on the tab.`; nothing where no money was taken."""
    name_of = answer.state.contender
    match answer.facts:
        case (f.PeekBought(word=word), f.MoneyTaken(payment=payment)):
            return words.say("treasurer.did-peek", word=word, sum=_paid(payment, words))
        case (f.TilesBought(team=team, tiles=tiles), f.MoneyTaken(payment=payment)):
            who, paid = name_of(team).name, _paid(payment, words)
            named = _named_or_counted(tiles, words)
            return words.say("treasurer.did-tiles", n=count_of(tiles), tiles=named, who=who, sum=paid)
        case (f.AllTilesBought(team=team), f.MoneyTaken(payment=payment)):
            return words.say("treasurer.did-all-tiles", who=name_of(team).name, sum=_paid(payment, words))
        case (f.MoneyTaken(payment=payment),):
            about = [words.say(f"treasurer.fund-{payment.fund.value}")]
            about += filter(None, [payment.donor])
            about += [] if payment.team is None else [name_of(payment.team).name]
            return words.say("treasurer.did-take", sum=_paid(payment, words), about=", ".join(about))
        case (f.TabPaid(team=team, cents=cents),):
            return words.say(
                "treasurer.did-pay-tab", who=name_of(team).name, sum=money(cents, words.language)
            )
        case (f.CashCounted(counted_cents=counted, expected_cents=expected),):
            return words.say(
                "treasurer.did-count",
                sum=money(counted, words.language),
                how=counted_text(counted - expected, words),
            )
        case (*_, f.MoneyReversed()):
            return _taken_back(answer, words)
        case _:
            return ""


def counted_text(difference_cents: int, words: Catalogue) -> str:
    """`$2.50 missing`, `$5 too much` or `matches the ledger`."""
    if not difference_cents:
        return words.say("treasurer.agrees")
    key = "treasurer.too-much" if difference_cents > 0 else "treasurer.missing"
    return words.say(key, sum=money(abs(difference_cents), words.language))


def pledge_text(tournament: Tournament, words: Catalogue, pledge: Pledge) -> str:
    """`$0.10 a point of Owls, at most $50`; `$100 for Owls`; `$100`."""
    who = "" if pledge.team is None else tournament.contender(pledge.team).name
    if pledge.fixed_cents:
        promised = money(pledge.fixed_cents, words.language)
        return words.say("treasurer.pledge-for", sum=promised, who=who) if who else promised
    each = money(pledge.cents_per_point, words.language)
    if pledge.most_cents is None:
        return words.say("treasurer.pledge-points", sum=each, who=who)
    most = money(pledge.most_cents, words.language)
    return words.say("treasurer.pledge-points-most", sum=each, who=who, most=most)


def _taken_back(answer: TournamentOutcome, words: Catalogue) -> str:
    """Returns what happens to tiles whose price was refunded: out of play again, unless played with."""
    tournament = answer.state
    match answer.facts:
        case (f.TilesReturned(team=team, tiles=tiles), _) if count_of(tiles):
            named = _named_or_counted(tiles, words)
            who = tournament.contender(team).name
            return words.say("treasurer.did-reverse-tiles", n=count_of(tiles), tiles=named, who=who)
        case (*_, f.MoneyReversed(reverses=line)) if any(each.line == line for each in tournament.purchases):
            return words.say("treasurer.did-reverse-played")
        case _:
            return words.say("treasurer.did-reverse")


def named_tiles(tiles: Tiles, words: Catalogue) -> str:
    """`G, U, blank`; nothing where nobody noted which they are."""
    return (
        ""
        if isinstance(tiles, int)
        else ", ".join(plainly(words.language, tile_name(tile)) for tile in tiles)
    )


def _named_or_counted(tiles: Tiles, words: Catalogue) -> str:
    return named_tiles(tiles, words) or words.say("treasurer.so-many-tiles", n=count_of(tiles))


def _paid(payment: Payment, words: Catalogue) -> str:
    """`$15, on the tab`."""
    how = words.say(f"treasurer.method-{payment.method.value}")
    return f"{money(payment.cents, words.language)}, {how}"

"""What is said of money taken just now: how much, for what, from whom, and what came back for it."""

from wordwaiter.game.facts import Tiles
from wordwaiter.rules.finished_board import tile_name
from wordwaiter.service.tournament_steps import Done
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.money import Payment
from wordwaiter.web.figures import money
from wordwaiter.web.words import Catalogue
from wordwaiter.web.words.sentences import plainly


def told_money(answer: Done, words: Catalogue) -> str:
    """`G, U, V come back for Owls: $15, on the tab.`; nothing where no money was taken."""
    name_of = answer.kept.tournament.contender
    match answer.facts:
        case (f.PeekBought(word=word), f.MoneyTaken(payment=payment)):
            return words.say("treasurer.did-peek", word=word, sum=_paid(payment, words))
        case (f.TilesBought(team=team, tiles=tiles), f.MoneyTaken(payment=payment)):
            who, paid = name_of(team).name, _paid(payment, words)
            if isinstance(tiles, int):
                return words.say("treasurer.did-tiles-counted", n=tiles, who=who, sum=paid)
            return words.say(
                "treasurer.did-tiles", n=len(tiles), tiles=named_tiles(tiles, words), who=who, sum=paid
            )
        case (f.AllTilesBought(team=team), f.MoneyTaken(payment=payment)):
            return words.say("treasurer.did-all-tiles", who=name_of(team).name, sum=_paid(payment, words))
        case (f.MoneyTaken(payment=payment),):
            about = [words.say(f"treasurer.fund-{payment.fund.value}")]
            about += [] if payment.team is None else [name_of(payment.team).name]
            return words.say("treasurer.did-take", sum=_paid(payment, words), about=", ".join(about))
        case (f.TabPaid(team=team, cents=cents),):
            return words.say(
                "treasurer.did-pay-tab", who=name_of(team).name, sum=money(cents, words.language)
            )
        case _:
            return ""


def named_tiles(tiles: Tiles, words: Catalogue) -> str:
    """`G, U, blank`; nothing where nobody noted which they are."""
    return (
        ""
        if isinstance(tiles, int)
        else ", ".join(plainly(words.language, tile_name(tile)) for tile in tiles)
    )


def _paid(payment: Payment, words: Catalogue) -> str:
    """`$15, on the tab`."""
    how = words.say(f"treasurer.method-{payment.method.value}")
    return f"{money(payment.cents, words.language)}, {how}"

"""Numbers and sums of money as a language writes them."""

from wordwaiter.sentences import as_written
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.standings.standings import Value, half_text
from wordwaiter.web.words import THOUSANDS


def figure(number: int, language: str) -> str:
    """A number as it is written in a language: 1,412 or 1 412, and −78."""
    return as_written(number, THOUSANDS[language]).replace("-", "\N{MINUS SIGN}")


def standing(criterion: Criterion, value: Value, language: str) -> str | list[str]:
    """Returns somebody's value of a criterion as standings show it: 3.5 or 3,5, and −71; or a list."""
    match criterion:
        case Criterion.HIGHEST_GAMES:
            return [figure(each, language) for each in value]
        case Criterion.WINS:
            return half_text(value[0]).replace(".", "." if language == "en" else ",")
        case Criterion.POINTS | Criterion.SPREAD | Criterion.TOTAL:
            return figure(value[0], language)


def money(cents: int, language: str) -> str:
    """A sum as it is written in a language: $1,234.50 or 1 234,50 $; a whole amount without cents."""
    if language == "en":
        return dollars(cents)
    sign, whole, rest = "\N{MINUS SIGN}" if cents < 0 else "", *divmod(abs(cents), 100)
    amount = figure(whole, language) + (f",{rest:02}" if rest else "")
    return f"{sign}{amount}\N{NO-BREAK SPACE}$"

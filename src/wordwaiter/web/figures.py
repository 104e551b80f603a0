"""Numbers and sums of money as a language writes them."""

from wordwaiter.tournament.money import dollars


def figure(number: int, language: str) -> str:
    """A number as it is written in a language: 1,412 or 1 412, and −78."""
    separator = "," if language == "en" else "\N{NARROW NO-BREAK SPACE}"
    return f"{number:,}".replace(",", separator).replace("-", "\N{MINUS SIGN}")


def money(cents: int, language: str) -> str:
    """A sum as it is written in a language: $1,234.50 or 1 234,50 $; a whole amount without cents."""
    if language == "en":
        return dollars(cents)
    sign, whole, rest = "\N{MINUS SIGN}" if cents < 0 else "", *divmod(abs(cents), 100)
    amount = figure(whole, language) + (f",{rest:02}" if rest else "")
    return f"{sign}{amount}\N{NO-BREAK SPACE}$"

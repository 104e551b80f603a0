"""Free text as a table script can say it: on one line, and without the marks that mean something there."""

from wordwaiter.notation.script_words import OFFICIALS

_MARKS = str.maketrans({"#": "№", ":": " ", "|": "/"})


def sayable(text: str) -> str:
    """A reason or ground on one line, with nothing in it that begins a comment."""
    return " ".join(text.replace("#", "№").split())


def sayable_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as close as a script can say them: `Team #1` is `Team №1`; no two become the same."""
    said: list[str] = []
    for place, name in enumerate(names, 1):
        plain = " ".join(name.translate(_MARKS).split()) or f"Number {place}"
        if plain in OFFICIALS or plain.startswith("expect "):
            plain = plain.capitalize()
        while plain in said:
            plain = f"{plain} ({place})"
        said.append(plain)
    return tuple(said)

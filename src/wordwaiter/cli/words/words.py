"""`wordwaiter words`: questions that word lists answer."""

from collections.abc import Callable, Sequence

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.lexicon import Lexicon, Shelf, common_tile_set

_NOTHING_FOUND = 1

app = typer.Typer(help="Search word lists: anagrams, patterns, hooks. Exit status 1 if no word is found.")

_LEXICON = typer.Option(["enable"], help="A word list; may be repeated.")
_JSON = typer.Option(False, "--json", help="Answer as JSON.")


def register(parent: typer.Typer) -> None:
    """Add the group of commands."""
    parent.add_typer(app, name="words")


@app.command()
def anagram(
    tiles: str = typer.Argument(..., help="The tiles; ? is a blank."),
    lexicon: list[str] = _LEXICON,
    as_json: bool = _JSON,
) -> None:
    """Print the words that use all of these tiles."""
    _print_words(lambda asked: asked.anagrams(tiles), lexicon, as_json=as_json)


@app.command()
def within(
    tiles: str = typer.Argument(..., help="The tiles; ? is a blank."),
    lexicon: list[str] = _LEXICON,
    as_json: bool = _JSON,
) -> None:
    """Print the words that can be made of these tiles or some of them."""
    _print_words(lambda asked: asked.subanagrams(tiles), lexicon, as_json=as_json)


@app.command()
def match(
    pattern: str = typer.Argument(
        ..., help="? is one tile, * any number, [AEI] one of these, [^AEI] none of these."
    ),
    lexicon: list[str] = _LEXICON,
    as_json: bool = _JSON,
) -> None:
    """Print the words of a pattern; put it in quotes."""
    _print_words(lambda asked: asked.matching(pattern), lexicon, as_json=as_json)


@app.command()
def contain(
    part: str = typer.Argument(..., help="The tiles, in this order."),
    lexicon: list[str] = _LEXICON,
    as_json: bool = _JSON,
) -> None:
    """Print the words that have this somewhere in them."""
    _print_words(lambda asked: asked.containing(part), lexicon, as_json=as_json)


@app.command()
def hooks(
    word: str = typer.Argument(..., help="A word, or other tiles in a row."),
    lexicon: list[str] = _LEXICON,
    as_json: bool = _JSON,
) -> None:
    """Print the tiles that make another word before and after this one."""
    lists = _open(lexicon)
    front = _together(lists, lambda asked: asked.front_hooks(word))
    back = _together(lists, lambda asked: asked.back_hooks(word))
    if as_json:
        print_json({"front": front, "back": back})
    else:
        print(f"front: {' '.join(front) or 'none'}")
        print(f"back: {' '.join(back) or 'none'}")
    if not front and not back:
        raise typer.Exit(_NOTHING_FOUND)


def _print_words(question: Callable[[Lexicon], list[str]], names: Sequence[str], *, as_json: bool) -> None:
    words = _together(_open(names), question)
    if as_json:
        print_json({"words": words})
    elif words:
        print("\n".join(words))
    if not words:
        raise typer.Exit(_NOTHING_FOUND)


def _open(names: Sequence[str]) -> list[Lexicon]:
    return list(map(Shelf.of_user().open, names))


def _together(lists: Sequence[Lexicon], question: Callable[[Lexicon], list[str]]) -> list[str]:
    """The answers of all lists, each once, in the order of the alphabet."""
    return common_tile_set(lists).in_order({word for asked in lists for word in question(asked)})

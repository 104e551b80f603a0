"""`wordwaiter judge`: one verdict for a whole play."""

import sys
from collections.abc import Iterable, Sequence
from typing import assert_never

import typer

from wordwaiter.cli.output import list_identity, print_json, print_verdict
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import (
    Defined,
    Definition,
    Judge,
    NoDefinition,
    NotInstalled,
    Shelf,
    Verdict,
    WordRuling,
    define,
    find_wordnet,
    parse_words,
)

_NOT_GOOD = 1
_MOST_INPUT = 1_000_000
_HOW_TO_INSTALL = "WordNet is not installed, so there are no definitions (Debian: apt install wordnet-base)."


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("judge")(judge)


def judge(
    words: list[str] = typer.Argument(
        ..., metavar="WORD...", help="The words of the play; - reads standard input."
    ),
    lexicon: list[str] = typer.Option(
        ["enable"], help="A word list; may be repeated. A word is valid if any list has it."
    ),
    longest: int | None = typer.Option(None, help="The most letters that a word may have."),
    explain: bool = typer.Option(False, "--explain", help="Also show which words are invalid, and why."),
    define: bool = typer.Option(False, "--define", help="Also show what valid words mean."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Judge a play: good only if all its words are.

    Exit status 0: good. 1: not good. 2: cannot be judged. Which word was bad is not said, as at tournaments,
    unless --explain is given. Write -- before a word that begins with a hyphen.
    """
    shelf = Shelf.of_user()
    court = Judge(tuple(map(shelf.open, dict.fromkeys(map(str.lower, lexicon)))), longest)
    verdict = court.rule(_words_of(words))
    definitions = _define(_definable(verdict, explain=explain)) if define else ()
    if as_json:
        print_json(_as_json(verdict, court, definitions, explain=explain, define=define))
    else:
        print_verdict(verdict.good)
        if explain:
            for ruling in verdict.words:
                print(f"  {ruling.sentence}")
        _print_definitions(definitions)
    if not verdict.good:
        raise typer.Exit(_NOT_GOOD)


def _words_of(arguments: Iterable[str]) -> list[str]:
    words: list[str] = []
    for argument in arguments:
        found = parse_words(_read_input() if argument == "-" else argument)
        if not found:
            raise MalformedError("empty-word", "a word to judge cannot be empty")
        words.extend(found)
    return words


def _read_input() -> str:
    content = sys.stdin.buffer.read(_MOST_INPUT + 1)
    if len(content) > _MOST_INPUT:
        raise MalformedError(
            "too-many-words", f"{_MOST_INPUT:,} bytes is the most for one play; type fewer words"
        )
    # Bytes that are no text become signs that no word may have.
    return content.decode("utf-8", "surrogateescape")


def _definable(verdict: Verdict, *, explain: bool) -> list[str]:
    """The words that may be defined: to define some words of a bad play would tell which one was bad."""
    if not verdict.good and not explain:
        return []
    return list(dict.fromkeys(ruling.word.upper() for ruling in verdict.words if ruling.good))


def _define(words: Sequence[str]) -> tuple[Definition, ...]:
    wordnet = find_wordnet()
    return tuple(define(word, wordnet) for word in words)


def _print_definitions(definitions: Sequence[Definition]) -> None:
    for definition in definitions:
        match definition:
            case Defined(word, meanings):
                for meaning in meanings:
                    base = f", {meaning.base}" if meaning.base.upper() != word else ""
                    print(f"  {word} ({meaning.part_of_speech}{base}): {meaning.text}")
            case NoDefinition(word):
                print(f"  {word}: WordNet has no definition of it")
            case NotInstalled():
                print(f"  {_HOW_TO_INSTALL}")
                return
            case _:
                assert_never(definition)


def _as_json(
    verdict: Verdict, court: Judge, definitions: Sequence[Definition], *, explain: bool, define: bool
) -> dict[str, object]:
    answer: dict[str, object] = {
        "verdict": "good" if verdict.good else "not good",
        "good": verdict.good,
        "lists": [list_identity(lexicon.card) for lexicon in court.lexicons],
    }
    if explain:
        answer["words"] = list(map(_ruling_as_json, verdict.words))
    if define:
        answer["definitions"] = list(map(_definition_as_json, definitions))
    return answer


def _ruling_as_json(ruling: WordRuling) -> dict[str, object]:
    return {
        "word": ruling.word,
        "good": ruling.good,
        "found_in": list(ruling.found_in),
        "ground": ruling.ground and ruling.ground.code,
        "clauses": list(ruling.ground.clauses) if ruling.ground else [],
        "sentence": ruling.sentence,
    }


def _definition_as_json(definition: Definition) -> dict[str, object]:
    match definition:
        case Defined(word, meanings):
            return {
                "word": word,
                "state": "defined",
                "meanings": [
                    {"base": meaning.base, "part_of_speech": meaning.part_of_speech, "text": meaning.text}
                    for meaning in meanings
                ],
            }
        case NoDefinition(word):
            return {"word": word, "state": "no-definition"}
        case NotInstalled(word):
            return {"word": word, "state": "not-installed"}
        case _:
            assert_never(definition)

"""The commands of `wordwaiter`: a line about each, and its module, which is loaded when it is asked for."""

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

import typer

_COMPLETED_LINE: Final = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""Where shells put the line that is to be completed."""


class Listed(NamedTuple):
    """A command as `wordwaiter --help` lists it, without loading its module."""

    module: str
    """The module of this package whose `register` adds it."""

    summary: str
    """The first sentence of its help."""

    is_group: bool = False


COMMANDS: Final[Mapping[str, Listed]] = {
    "judge": Listed("words.judge", "Judge a play: good only if all its words are."),
    "lexicon": Listed("words.lexicon", "Word lists: see, add, remove, export.", is_group=True),
    "words": Listed("words.words", "Search word lists: anagrams, patterns, hooks.", is_group=True),
    "serve": Listed("server.serve", "Start the program in the browser, for everybody in the room."),
    "rulings": Listed(
        "words.rulings", "Show what the word judge was asked in the browser, and how it ruled, oldest first."
    ),
    "journal": Listed("server.journal", "Check, move and repair the journal.", is_group=True),
    "backup": Listed("server.backup", "Copy everything into another folder, also while the program runs."),
    "restore": Listed("server.restore", "Put a copy where there is no data yet, and go on with it."),
    "devices": Listed(
        "server.devices",
        "Manage joined devices and free tables: list, revoke, new link for the director.",
        is_group=True,
    ),
    "rulebook": Listed("rulebook", "Show, compare and check the rules that a table plays by.", is_group=True),
    "replay": Listed(
        "games.replay",
        "Replay a game record: score every move again, and say where record and rules differ.",
    ),
    "tally": Listed(
        "games.tally", "Tally a finished board: every word across and down, bonuses, unplayed tiles."
    ),
    "hare": Listed(
        "hare", "Find the best Hare board, and check the committee's words before the event.", is_group=True
    ),
    "table": Listed(
        "games.table", "Run table scripts: one table each, told line by line, with what is expected of it."
    ),
    "play": Listed("games.play", "Play a whole game in the terminal, between people at one keyboard."),
    "moves": Listed(
        "games.moves",
        "List plays and exchanges (`-QV`) of a position with score, leave and equity, best first.",
    ),
    "solve": Listed(
        "games.solve", "Find the best line of play of a position with an empty bag, and prove it."
    ),
    "simulate": Listed(
        "games.simulate",
        "Play each turn of a position many times with random tiles, and say how often it wins, best first.",
    ),
    "analyse": Listed(
        "games.analyse",
        "Compare each turn of a game with the best one: chances to win, mistakes and what was better.",
    ),
    "puzzle": Listed("games.puzzle", "Show the puzzle of a day: find the best play."),
    "selfplay": Listed(
        "games.selfplay", "Let the static player play against itself, and say how it went and how fast."
    ),
    "train": Listed("games.train", "Train the computer player.", is_group=True),
    "tournament": Listed(
        "tournament", "Run a tournament, from the first entry to the prizes.", is_group=True
    ),
    "print": Listed("paper.print", "Print what an event needs on paper, as PDF files.", is_group=True),
    "picture": Listed("paper.picture", "Draw boards, racks, games and charts.", is_group=True),
    "photo": Listed("photo", "Read boards from photos.", is_group=True),
    "rehearse": Listed(
        "rehearse",
        "Play a whole day with computer players, many times: when it ends, what it needs, what it brings.",
    ),
}


def asked_for(arguments: Sequence[str]) -> tuple[str, ...]:
    """Returns the command that is asked for, on the line or in a line that a shell completes."""
    words = [word for word in arguments or _completed_words() if not word.startswith("-")]
    return tuple(word for word in words[:1] if word in COMMANDS)


def _completed_words() -> Sequence[str]:
    return next((os.environ[name].split()[1:] for name in _COMPLETED_LINE if name in os.environ), ())


def register_commands(app: typer.Typer, loaded: Iterable[str]) -> None:
    """Adds every command: the `loaded` ones with their modules, the others as a line in the list."""
    loaded = set(loaded)
    for name, listed in COMMANDS.items():
        if name in loaded:
            import_module(f"wordwaiter.cli.{listed.module}").register(app)
        elif listed.is_group:
            app.add_typer(typer.Typer(help=listed.summary), name=name)
        else:
            app.command(name, help=listed.summary)(_not_loaded)


def _not_loaded() -> None:
    raise AssertionError("a command that is asked for is loaded")

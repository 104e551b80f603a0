"""An analysed game, and what many tell of their players, as text on a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from wordwaiter.cli.output import print_columns, printable
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.service.jobs.game_analyses import GameReport, TurnReport
from wordwaiter.service.jobs.player_reports import Habit, PlayerReport

HEADINGS: Final = ("line", "player", "turn", "wins", "lost", "mistake", "best", "wins")
PLAYER_HEADINGS: Final = ("Player", "Games", "Turns", "Large", "Medium", "Small", "Faultless", "Lost", "Luck")
_HABITS: Final = 3
"""The most kinds of mistakes listed for a player."""


def percent(share: float) -> str:
    """A share as it is read: `12.3 %`."""
    return f"{100 * share:.1f} %"


def row_of(game: GameReport, turn: TurnReport) -> tuple[str, ...]:
    """A turn as a row under the headings."""
    return (
        str(turn.line),
        game.players[turn.player],
        turn.readable,
        percent(turn.win),
        percent(turn.lost),
        turn.mistake or "",
        turn.best_readable,
        percent(turn.best_win),
    )


def sentences_of(game: GameReport) -> Iterator[str]:
    """Yields the sentences printed below the turns of a game."""
    for turn in game.turns:
        if turn.mistake:
            name = game.players[turn.player]
            yield f"Line {turn.line}, {name}, a {turn.mistake} mistake: {turn.explanation}"
        if not turn.rack_known:
            yield f"Line {turn.line}: tiles that nobody recorded, inferred from the play: {turn.inferred}."
    yield from game.left_out
    if any(turn.luck is not None for turn in game.turns):
        each = (f"{name} {luck:+.0f}" for name, luck in zip(game.players, game.luck, strict=True))
        yield f"Luck of the draw, in points: {', '.join(each)}."


def player_row(each: PlayerReport) -> tuple[str, ...]:
    """A player as a row under the headings."""
    return (
        each.name,
        str(each.games),
        str(each.turns),
        str(each.large),
        str(each.medium),
        str(each.small),
        f"{100 * each.accuracy:.0f} %",
        percent(each.lost),
        f"{each.luck:+.0f}",
    )


def habit_of(habit: Habit) -> str:
    """A kind of mistake, how often it was made, and the worst example."""
    worst = habit.worst
    count = {1: "once", 2: "twice"}.get(habit.count, f"{habit.count:,} times")
    return (
        f"{habit.kind}: {count}, {100 * habit.share:.0f} % of all that was lost; worst in {worst.file}, "
        f"line {worst.line}: {worst.turn}, not {worst.best} ({percent(worst.lost)})"
    )


def legend(games: Sequence[GameReport]) -> str:
    """Says how the columns of players are to be read."""
    count = "1 game" if len(games) == 1 else f"{len(games):,} games"
    return (
        f"{count}. Large, Medium, Small: mistakes of each grade. Faultless: turns without a mistake. "
        "Lost: chance to win that mistakes gave away in a turn, on average. "
        "Luck: points of a game's draws beyond the average."
    )


def print_game(game: GameReport) -> None:
    """Prints each turn of a game, and what is told of it."""
    print(printable(game.file))
    print_columns([HEADINGS, *(row_of(game, turn) for turn in game.turns)])
    for sentence in sentences_of(game):
        print(sentence)


def print_players(games: Sequence[GameReport], players: Sequence[PlayerReport]) -> None:
    """Prints how much each player gives away, and by which mistakes most."""
    print_table(PLAYER_HEADINGS, [player_row(each) for each in players])
    print_wrapped(legend(games))
    for each in players:
        if each.habits:
            print()
            print_wrapped(each.name)
        for habit in each.habits[:_HABITS]:
            print_wrapped(habit_of(habit), "  ")

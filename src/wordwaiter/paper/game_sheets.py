"""The score sheet of a finished game, filled in from its record."""

from collections.abc import Iterable
from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.notation.record import GameRecord, RecordedMove, TilesPlayed, written
from wordwaiter.paper.languages import rules_line
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import signed
from wordwaiter.picture.board import BoardPicture, describe
from wordwaiter.picture.figures import figure
from wordwaiter.picture.film import Shot, film_of
from wordwaiter.picture.score_graph import ScoreGraph
from wordwaiter.picture.theme import Theme
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import numeral, said


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game's record with the rules that it was played by, and where: `Round 2, table 7`."""

    record: GameRecord
    rulebook: Rulebook
    where: str = ""
    totals: tuple[tuple[str, int], ...] = ()
    """Each player's total, if it comes from a card and not all turns were entered."""


def game_sheets(event: str, games: Iterable[PlayedGame]) -> Document:
    """A filled score sheet for each game: turns, final board, how the scores grew, room to sign."""
    sheets = [_sheet(event, game) for game in games]
    if not sheets:
        raise MalformedError("no-games", "no game was recorded, so there is no score sheet")
    return Document(
        "game_sheet", said("{event}: games", event=event) if event else said("Score sheet"), {"games": sheets}
    )


def _sheet(event: str, game: PlayedGame) -> dict[str, object]:
    film = film_of(game.record, game.rulebook)
    end = film[-1]
    final = BoardPicture(end.board, theme=Theme.PRINT)
    standing = dict(game.totals)
    totals = [standing.get(name, score) for name, score in zip(end.players, end.scores, strict=True)]
    best = max(totals)
    title = game.record.pragma("title") or ""
    return {
        "event": " · ".join(filter(None, (event, game.where))) or title,
        "players": [
            {"name": name, "score": numeral(score), "won": score == best and len(set(totals)) > 1}
            for name, score in zip(end.players, totals, strict=True)
        ],
        "moves": [_move(number, entry, film[number]) for number, entry in enumerate(game.record.moves, 1)],
        "board": final.svg(),
        "board-alt": describe(end.board),
        "graph": ScoreGraph(film, Theme.PRINT).svg(),
        "notes": [
            rules_line(game.rulebook.title),
            *([said("Not all turns were entered; the totals are those of the score card.")] * bool(standing)),
            *game.record.notes,
        ],
        "signers": list(end.players),
    }


def _move(number: int, entry: RecordedMove, shot: Shot) -> dict[str, object]:
    points = f" {figure(entry.points, '+d')}"
    return {
        "number": str(number),
        "player": shot.players[entry.player],
        "rack": written(entry.rack or ()),
        # A text that ends with no points stays one that can be told in another language.
        "told": shot.told.removesuffix(points) if shot.told.endswith(points) else shot.told,
        "strong": isinstance(entry.move, TilesPlayed),
        "points": signed(entry.points),
        "total": numeral(entry.total),
    }

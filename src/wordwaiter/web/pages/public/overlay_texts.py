"""Fields of a video stream about those who sit at a table: racks, records, ratings, places, chances."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wordwaiter.service.rounds.overlay_players import StreamedPlayer, players_at, unseen_at, win_percent_at
from wordwaiter.service.rounds.overlay_view import Take
from wordwaiter.tournament.standings.standings import half_text
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.words import Catalogue


@dataclass(frozen=True, slots=True)
class ToldPlayer:
    """A player with what is written beside the name."""

    name: str
    record: str
    place: str
    rating: str


@dataclass(frozen=True, slots=True)
class ToldRack:
    """A rack that may be shown, and whose it is."""

    name: str
    tiles: tuple[str, ...]


def players_told(take: Take, words: Catalogue) -> tuple[ToldPlayer, ...]:
    """Returns whoever sits at the table, as a reader of that language reads it."""
    return tuple(
        ToldPlayer(
            each.name,
            _record(each, words),
            "" if each.place is None else words.say("overlay.place", n=each.place),
            "" if each.rating is None else str(each.rating),
        )
        for each in players_at(take)
    )


def racks_told(take: Take) -> tuple[ToldRack, ...]:
    """Returns the racks that are known, as they were when the director's delay began."""
    if take.scene is None:
        return ()
    seats = take.scene.table.seats
    return tuple(ToldRack(seats[each.seat].name, each.tiles) for each in take.racks if each.tiles is not None)


def _record(player: StreamedPlayer, words: Catalogue) -> str:
    """Wins, losses and spread: 5–2 +311."""
    won, lost = (half_text(each) for each in (player.half_wins, player.half_losses))
    if words.language != "en":
        won, lost = won.replace(".", ","), lost.replace(".", ",")
    sign = "+" if player.spread > 0 else ""
    return f"{won}–{lost} {sign}{figure(player.spread, words.language)}"


def _lines(take: Take, words: Catalogue, told: Callable[[ToldPlayer], str]) -> str:
    found = [(each.name, told(each)) for each in players_told(take, words)]
    return "\n".join(f"{name}  {text}" for name, text in found if text)


def _racks(take: Take, _words: Catalogue) -> str:
    return "\n".join(f"{each.name}  {' '.join(each.tiles)}" for each in racks_told(take))


def _unseen(take: Take, _words: Catalogue) -> str:
    return " ".join(f"{label}{count}" for label, count in unseen_at(take).items() if count)


def _win(take: Take, _words: Catalogue) -> str:
    chances = win_percent_at(take)
    if take.scene is None or not chances:
        return ""
    return "\n".join(
        f"{side}  {percent} %" for side, percent in zip(take.scene.table.sides, chances, strict=True)
    )


TEXTS: Final[dict[str, Callable[[Take, Catalogue], str]]] = {
    "racks": _racks,
    "unseen": _unseen,
    "records": lambda take, words: _lines(take, words, lambda each: each.record),
    "ratings": lambda take, words: _lines(take, words, lambda each: each.rating),
    "places": lambda take, words: _lines(take, words, lambda each: each.place),
    "win": _win,
}
"""Fields of a table, by their names in addresses."""

"""The classic score sheet: every turn, every tile to cross off, room for initials (ontario-8)."""

from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.paper.score_cards import card_notes, card_rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.rules.rulebooks.choices import OneTeamInTurn
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.sentences import day_in_words, said
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.state import Tournament


def blank_score_sheet(rulebook: Rulebook) -> Document:
    """A sheet for any table."""
    title = said("Score sheet, {rules}", rules=said(rulebook.title))
    return Document(
        "score_sheet", title, {"sheets": [_sheet(rulebook, rulebook.title, "", "", ("",) * _sides(rulebook))]}
    )


def score_sheets(tournament: Tournament, division: str, round_number: int, rulebook: Rulebook) -> Document:
    """A sheet for each side of each board at which a round is played, with the names of both."""
    played = tournament.round(division, round_number)
    event = " · ".join(filter(None, (tournament.name, division)))
    day = day_in_words(tournament.date)
    sheets = [
        _sheet(rulebook, event, str(round_number), sitting.place.removeprefix("table "), sides, day)
        for sitting in played.sittings
        if not not_there(tournament, played, sitting)
        for names in [tuple(tournament.contender(side).name for side in sitting.sides)]
        for sides in [(*names, "")[: _sides(rulebook)]] * len(sitting.sides)
    ]
    title = said(
        "{event}: score sheets, {division}, round {n}",
        event=tournament.name,
        division=division,
        n=round_number,
    )
    return Document("score_sheet", title, {"sheets": sheets})


def _sides(rulebook: Rulebook) -> int:
    """Returns how many take turns against each other; a team around one board is alone (bee-tortoise-1)."""
    return 1 if isinstance(rulebook.table.form, OneTeamInTurn) else 2


def _sheet(
    rulebook: Rulebook, event: str, round_number: str, table: str, sides: tuple[str, ...], day: str = ""
) -> dict[str, object]:
    if isinstance(rulebook.play, Building):
        raise IllegalError(
            "no-turns",
            f"{rulebook.name} has no turns; print tally sheets instead",
            clause=rulebook.clause_of("scoring.words_counted"),
        )
    tile_set = rulebook.table.tile_set
    return {
        "event": event,
        "facts": [
            {"label": said("Round"), "value": round_number},
            {"label": said("Table"), "value": table},
            {"label": said("Date"), "value": day},
            {"label": said("Kept by"), "value": ""},
        ],
        "sides": list(sides),
        "opening": said("Starting word"),
        "tiles": tiles_to_cross_off(tile_set),
        "tiles-note": said("{n}, to cross off", n=tile_set.size),
        "rows": [row for row in card_rows(rulebook) if row["key"] != "first"],
        "notes": card_notes(rulebook),
    }


def tiles_to_cross_off(tile_set: TileSet) -> list[dict[str, object]]:
    """Every kind of tile, written as often as there are of it, with its points."""
    return [
        {"letters": " ".join([_shown(label)] * count), "value": tile_set.values[label]}
        for label, count in tile_set.counts.items()
        if count
    ]


def _shown(label: str) -> str:
    return "□" if label == BLANK else label

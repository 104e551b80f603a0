"""Score cards: one for each board of a round, filled in with names, table, rulebook and a way to its page."""

from collections.abc import Callable, Iterable
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.paper.codes import qr_svg
from wordwaiter.paper.languages import rule_wording, rules_line
from wordwaiter.paper.typesetting import Document
from wordwaiter.rules.rulebooks.choices import SideBudget
from wordwaiter.rules.rulebooks.english import rule_sentences
from wordwaiter.rules.rulebooks.result_choices import RacksAtTime, SignOff
from wordwaiter.rules.rulebooks.rulebook import Building, GameEnding, Rulebook
from wordwaiter.sentences import day_in_words, joined, numeral, said
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.rounds.rounds import Scored, Sitting
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

Address = Callable[[Place], str]
"""Where a table's page is, for its QR code."""


def score_cards(
    tournament: Tournament,
    division: str,
    round_number: int,
    rulebook: Rulebook,
    address: Address | None = None,
) -> Document:
    """A card for each board at which a round is played (ontario-d); a result that stands is on it already."""
    played = tournament.round(division, round_number)
    sittings = [each for each in played.sittings if not not_there(tournament, played, each)]
    if not sittings:
        raise MalformedError("no-tables", f"nobody sits at a table in round {round_number} of {division}")
    event = joined(
        " · ", filter(None, (tournament.name, division, day_in_words(tournament.date), tournament.venue))
    )
    cards = [
        {
            "event": event,
            "round": said("Round {n}", n=round_number),
            "table": _table(sitting),
            "rulebook": rules_line(rulebook.title),
            "sides": [_side(tournament, sitting, side) for side in range(len(sitting.sides))],
            "rows": card_rows(rulebook),
            "notes": card_notes(rulebook),
            "address": where,
            "qr": qr_svg(where) if where else None,
        }
        for sitting in sittings
        for where in [address(Place(division, round_number, sitting.table, sitting.board)) if address else ""]
    ]
    title = said(
        "{event}: score cards, {division}, round {n}",
        event=tournament.name,
        division=division,
        n=round_number,
    )
    return Document("score_cards", title, {"cards": cards})


def _table(sitting: Sitting) -> str:
    if sitting.place.count("board"):
        return said("Table {n}, board {board}", n=sitting.table, board=sitting.board)
    return said("Table {n}", n=sitting.table)


def _side(tournament: Tournament, sitting: Sitting, side: int) -> dict[str, object]:
    contender = tournament.contender(sitting.sides[side])
    entrant = tournament.entrant_of(contender.number)
    who: list[str] = [said("No. {n}", n=contender.number)]
    if entrant.is_pair:
        who.append(entrant.name)
    elif contender.profile.club:
        who.append(contender.profile.club)
    filled: dict[str, str] = {}
    if isinstance(sitting.outcome, Scored):
        filled["total"] = numeral(sitting.outcome.scores[side])
    if sitting.first == contender.number:
        filled["first"] = said("first")
    return {"name": contender.name, "under": joined(" · ", who), "filled": filled}


def card_rows(rulebook: Rulebook) -> list[dict[str, object]]:
    """Returns the rows of a score card, as the game's rules count."""
    return [{"key": key, "label": label, "strong": key == "total"} for key, label in _labels(rulebook)]


def _labels(rulebook: Rulebook) -> Iterable[tuple[str, str]]:
    builds = isinstance(rulebook.play, Building)
    two_sides = rulebook.ending.sign_off is SignOff.BOTH_SIDES
    if two_sides:
        yield "first", said("Plays first")
    yield "score", said("Words") if builds else said("Score in play")
    if rulebook.scoring.surprise_word or rulebook.scoring.sponsor_word:
        yield "bonus", said("Bonus words")
    if _counts_unplayed(rulebook):
        yield "unplayed", said("Unplayed tiles")
    if isinstance(rulebook.clock.game, SideBudget):
        yield "overtime", said("Overtime")
    if builds:
        yield "challenges", said("Challenges")
    yield "total", said("Total")
    match rulebook.ending.sign_off:
        case SignOff.BOTH_SIDES:
            yield "initials", said("Initials")
        case SignOff.SCOREKEEPER_AND_MEMBER:
            yield "scorekeeper", said("Scorekeeper")
            yield "member", said("Member of the team")
        case _:
            assert_never(rulebook.ending.sign_off)


def _counts_unplayed(rulebook: Rulebook) -> bool:
    settings = (
        (rulebook.ending.unplayed_when_out.value, rulebook.ending.unplayed_otherwise.value)
        if isinstance(rulebook.ending, GameEnding)
        else (rulebook.ending.unplayed.value,)
    )
    return any(value != "nothing" for value in settings)


def _fills_racks(rulebook: Rulebook) -> bool:
    ending = rulebook.ending
    return isinstance(ending, GameEnding) and ending.racks_at_time is RacksAtTime.FILLED


def card_notes(rulebook: Rulebook) -> list[str]:
    """Returns how the end is counted and who signs."""
    sentences = rule_sentences(rulebook)
    keys = (
        *(("ending.racks_at_time",) if _fills_racks(rulebook) else ()),
        "ending.unplayed_when_out", "ending.unplayed_otherwise", "ending.sign_off",
        "round_ending.unplayed", "round_ending.sign_off",
    )  # fmt: skip
    return [rule_wording(sentences[key].text) for key in keys if key in sentences]

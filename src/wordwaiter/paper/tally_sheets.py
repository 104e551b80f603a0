"""Word Waiter's tally sheet: a finished board on paper, with its letters, premiums, words and sums."""

from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.paper.languages import rule_wording
from wordwaiter.paper.typesetting import Document
from wordwaiter.picture.board import BoardPicture
from wordwaiter.picture.theme import Theme
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rulebooks.english import rule_sentences
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.sentences import said
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.state import Tournament


def blank_tally_sheet(rulebook: Rulebook) -> Document:
    """A sheet for any team and round."""
    title = said("Tally sheet, {rules}", rules=said(rulebook.title))
    sheet = _sheet(rulebook, rulebook.title, ("", "", ""), NOTHING_ANNOUNCED)
    return Document("tally_sheet", title, {"sheets": [sheet]})


def tally_sheets(tournament: Tournament, division: str, round_number: int, rulebook: Rulebook) -> Document:
    """A sheet for each team that plays a round, with the words that were announced for it."""
    played = tournament.round(division, round_number)
    event = " · ".join(filter(None, (tournament.name, division)))
    announced = tournament.announcement(division, round_number)
    sheets = [
        _sheet(
            rulebook,
            event,
            (tournament.contender(side).name, str(sitting.table), str(round_number)),
            announced,
        )
        for sitting in played.sittings
        if not not_there(tournament, played, sitting)
        for side in sitting.sides
    ]
    title = said(
        "{event}: tally sheets, {division}, round {n}",
        event=tournament.name,
        division=division,
        n=round_number,
    )
    return Document("tally_sheet", title, {"sheets": sheets})


def _sheet(
    rulebook: Rulebook, event: str, facts: tuple[str, str, str], announced: Announcement
) -> dict[str, object]:
    if not isinstance(rulebook.play, Building):
        raise IllegalError(
            "no-tally",
            f"{rulebook.name} scores turn by turn; print score sheets instead",
            clause=rulebook.clause_of("scoring.words_counted"),
        )
    tile_set = rulebook.table.tile_set
    board = empty_board(rulebook.table.layout, tile_set)
    sentences = rule_sentences(rulebook)
    notes = (
        "scoring.premium_life",
        "scoring.words_counted",
        "round_ending.unplayed",
        "round_ending.sign_off",
    )
    return {
        "event": event,
        "facts": [
            {"label": label, "value": value}
            for label, value in zip((said("Team"), said("Table"), said("Round")), facts, strict=True)
        ],
        "board": BoardPicture(board, theme=Theme.FORM).svg(),
        "tiles": [
            {"label": "□" if label == BLANK else label, "value": tile_set.values[label], "count": count}
            for label, count in tile_set.counts.items()
        ],
        "letters-note": said(
            "{n} tiles; beside each letter its points and how many there are. Light blue doubles a letter, "
            "dark blue triples it; pink doubles a word, red triples it.",
            n=tile_set.size,
        ),
        "sums": list(_sums(rulebook, announced)),
        "signers": ["Word Waiter", said("Member of the team")],
        "notes": [rule_wording(sentences[key].text) for key in notes],
    }


def _sums(rulebook: Rulebook, announced: Announcement) -> list[dict[str, object]]:
    """The lines that are added up, with the words of the round where they are known."""
    scoring = rulebook.scoring
    lines = [_sum(said("All words together"), "+")]
    if scoring.surprise_word is not None:
        word = announced.surprise_word or "______________"
        lines.append(
            _sum(said("Surprise word {word}, {n} points", word=word, n=scoring.surprise_word.points), "+")
        )
    if scoring.sponsor_word is not None:
        names = ", ".join(announced.sponsors) or "______________"
        lines.append(
            _sum(said("Sponsors ({names}), {n} points each", names=names, n=scoring.sponsor_word.points), "+")
        )
    lines.append(_sum(said("Unplayed tiles"), "−"))
    lines.append(_sum(said("Total"), "=", strong=True))
    return lines


def _sum(label: str, sign: str, *, strong: bool = False) -> dict[str, object]:
    return {"label": label, "sign": sign, "strong": strong}

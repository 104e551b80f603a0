"""Results for rating (TOU), written: ASCII, a player a line, games in columns."""

import re
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.files.name_orders import first_last, plain_letters
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.standings.game_lines import GameLine, Verdict, game_lines, without_cap
from wordwaiter.tournament.state import Tournament

NAME_COLUMNS: Final = 20
MOST_TOU_SCORE: Final = 999

_HIGH_WORDS: Final = f"{0:>39}"
"""The line of high words that comes before the players; there are none."""
_LETTER: Final = re.compile("[A-Za-z]")
_THOUSANDS: Final = {
    Verdict.WIN: 2000,
    Verdict.TIE: 1000,
    Verdict.LOSS: 0,
    Verdict.ALONE: 0,
    Verdict.NOTHING: 0,
}
"""Added to a score to tell how the game went."""


def tou_text(tournament: Tournament, divisions: tuple[str, ...]) -> str:
    """The results of these divisions, which are lettered from A; one's own number is a bye."""
    date = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", tournament.date)
    if date is None:
        raise MalformedError("no-date", "a TOU file needs the tournament's date; give it as YYYY-MM-DD")
    # Readers refuse a first line without a name.
    name = plain_letters(tournament.name).strip() or "Tournament"
    lines = [f"*M{date[3]}.{date[2]}.{date[1]} {name}"]
    for index, division in enumerate(divisions):
        lines += [f"*{chr(ord('A') + index)}", _HIGH_WORDS]
        lines += _players(tournament, division)
    lines.append("*** END OF FILE ***")
    return "\r\n".join(lines) + "\r\n"


def _players(tournament: Tournament, division: str) -> list[str]:
    contenders = list(tournament.contenders_of(tournament.division(division).name))
    place = {each.number: index for index, each in enumerate(contenders, start=1)}
    games: dict[int, dict[int, GameLine]] = {each.number: {} for each in contenders}
    for line in game_lines(without_cap(tournament, division), division):
        games[line.contender][line.round] = line
    return [
        f"{tou_name(each):<{NAME_COLUMNS}}"
        + "".join(
            _cell(played, games[each.number].get(played.number), each.number, place)
            for played in tournament.rounds_of(division)
        )
        for each in contenders
    ]


def tou_name(contender: Contender) -> str:
    """A player as the file has them: the first name first, in plain letters, cut at its columns.

    Readers take each word with a letter for the name and the first other word for a score, so that these are
    joined. A line that begins with a star would be a division.
    """
    words: list[str] = []
    for word in first_last(plain_letters(contender.name)).lstrip(" *")[:NAME_COLUMNS].split():
        if words and not (_LETTER.search(words[-1]) and _LETTER.search(word)):
            words[-1] += f"_{word}"
        else:
            words.append(word)
    name = " ".join(words)
    return name if _LETTER.search(name) else f"Player_{contender.number}"


def _cell(played: Round, line: GameLine | None, contender: int, place: dict[int, int]) -> str:
    """A round of a player; one that they missed has its columns too, since readers count games for rounds."""
    if line is not None:
        began = any(sitting.first == contender for sitting in played.sittings)
        return _game(line, place, is_first=began)
    return _columns(0, str(place[contender]), place) if played.stage is RoundStage.CLOSED else ""


def _game(line: GameLine, place: dict[int, int], *, is_first: bool) -> str:
    # A game that was cancelled has an opponent, but would be rated as a loss of both.
    met = None if line.verdict is Verdict.NOTHING else line.opponent
    opponent = place[line.contender if met is None else met]
    score = line.own if line.own is not None else max(line.spread, 0)
    if not 0 <= score <= MOST_TOU_SCORE:
        raise MalformedError("bad-score", f"{score} does not fit into the three digits of a TOU file")
    began = "+" if is_first else ""
    return _columns(_THOUSANDS[line.verdict] + score, f"{began}{opponent}", place)


def _columns(score: int, opponent: str, place: dict[int, int]) -> str:
    return f"{score:>5}{opponent:>{4 if len(place) < 100 else 5}}"

"""Results for rating (TOU), written: ASCII, a player a line, games in columns."""

import re
import unicodedata
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.standings.game_lines import GameLine, Verdict, game_lines, without_cap
from wordwaiter.tournament.state import Tournament

NAME_COLUMNS: Final = 20

_FLAGS: Final = {
    Verdict.WIN: "2",
    Verdict.TIE: "1",
    Verdict.LOSS: " ",
    Verdict.ALONE: " ",
    Verdict.NOTHING: " ",
}


def tou_text(tournament: Tournament, divisions: tuple[str, ...]) -> str:
    """The results of these divisions, which are lettered from A; one's own number is a bye."""
    date = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", tournament.date)
    if date is None:
        raise MalformedError("no-date", "a TOU file needs the tournament's date; give it as YYYY-MM-DD")
    lines = [f"*M{date[3]}.{date[2]}.{date[1]} {_ascii(tournament.name)}"]
    for index, division in enumerate(divisions):
        lines.append(f"*{chr(ord('A') + index)}")
        lines += _players(tournament, division)
    lines.append("*** END OF FILE ***")
    return "\r\n".join(lines) + "\r\n"


def _players(tournament: Tournament, division: str) -> list[str]:
    contenders = list(tournament.contenders_of(tournament.division(division).name))
    place = {each.number: index for index, each in enumerate(contenders, start=1)}
    games: dict[int, list[GameLine]] = {each.number: [] for each in contenders}
    for line in game_lines(without_cap(tournament, division), division):
        games[line.contender].append(line)
    firsts = {
        (played.number, sitting.first)
        for played in tournament.rounds_of(division)
        for sitting in played.sittings
    }
    return [
        f"{_ascii(each.name)[:NAME_COLUMNS]:<{NAME_COLUMNS}}"
        + " ".join(
            _game(line, place, is_first=(line.round, each.number) in firsts)
            for line in sorted(games[each.number], key=lambda line: line.round)
        )
        for each in contenders
    ]


def _game(line: GameLine, place: dict[int, int], *, is_first: bool) -> str:
    # A game that was cancelled has an opponent, but would be rated as a loss of both.
    met = None if line.verdict is Verdict.NOTHING else line.opponent
    opponent = place[line.contender if met is None else met]
    score = line.own if line.own is not None else max(line.spread, 0)
    if not 0 <= score <= 999:
        raise MalformedError("bad-score", f"{score} does not fit into the three digits of a TOU file")
    return f"{_FLAGS[line.verdict]}{score:03d} {('+' if is_first else '') + str(opponent):>4}"


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")

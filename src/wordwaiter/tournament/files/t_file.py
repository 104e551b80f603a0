r"""tsh's record of a division (`.t`), read and written.

One player a line, numbered in order: `Lee, Ann  1540 4 0; 401 50; board 3 0; p12 1 0`. Name, rating and the
opponent of each round; own scores; then sections of a key and its values. Opponent 0 is a bye with a score
above zero and a forfeit with one below; `00` stands for nothing known. `;` `\` and `#` are escaped by `\`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedFileError
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.files.name_orders import last_first
from wordwaiter.tournament.rounds.results import LEAST_SCORE, MOST_SCORE
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, RestKind, Round
from wordwaiter.tournament.standings.game_lines import GameLine, Verdict, game_lines, without_cap
from wordwaiter.tournament.state import Tournament

_WORD: Final = re.compile(r"\S+")
_OPPONENT: Final = re.compile(r"\d{1,5}")
_RATING: Final = re.compile(r"\d{1,5}(?:\+\d{1,5})?")
_TOKEN: Final = re.compile(r"\\(.)|([;#])|([^\\;#]+)")
_UNKNOWN: Final = "00"
_DRAWN_AT_THE_TABLE: Final = 3
"""The value in `p12` for a game whose players drew for first play, and nobody told who won the draw."""


@dataclass(frozen=True, slots=True)
class TPlayer:
    """One line of a `.t` file."""

    number: int
    line: int
    name: str
    rating: str
    opponents: tuple[int | None, ...]
    """By round; 0 is a bye or a forfeit, and nothing is not known."""
    scores: tuple[int | None, ...]
    sections: Mapping[str, str]

    @property
    def off(self) -> int | None:
        """The spread with which somebody withdrew; nothing for one who plays."""
        told = self.sections.get("off")
        return None if told is None else int((told.split() or ["0"])[0])

    def numbers(self, section: str) -> tuple[int, ...]:
        """The numbers of a section such as `p12`; none where it is missing."""
        return tuple(int(word) for word in self.sections.get(section, "").split())


def parse_t(content: bytes, path: Path) -> tuple[TPlayer, ...]:
    """All players of a division, checked against each other; `path` is for the error."""
    players: list[TPlayer] = []
    for line, text in enumerate(_decoded(content).splitlines(), start=1):
        parts = parts_of_line(text)
        if any(part.strip() for part in parts):
            players.append(_player(parts, len(players) + 1, line, path))
    if not players:
        raise MalformedFileError("no-players", path, "there are no players in this file")
    # Whoever meets nobody comes first: it is the cause of whatever else would not fit.
    for check in (_check_opponents, _check_mutual):
        for player in players:
            check(player, players, path)
    return tuple(players)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def parts_of_line(text: str) -> list[str]:
    """A line without its comment, parted at semicolons."""
    parts: list[list[str]] = [[]]
    for escaped, sign, plain in _TOKEN.findall(text):
        if sign == "#":
            break
        if sign == ";":
            parts.append([])
        else:
            parts[-1].append(escaped or plain)
    return ["".join(part) for part in parts]


def head_of_line(text: str) -> tuple[str, str, list[str]] | None:
    """Returns a name, a rating and the opponents' numbers: the numbers with which the text ends."""
    words = list(_WORD.finditer(text))
    at = len(words)
    while at > 1 and _OPPONENT.fullmatch(words[at - 1][0]):
        at -= 1
    if at > 1 and _RATING.fullmatch(words[at - 1][0]):
        at -= 1
    if not 0 < at < len(words):
        return None
    return text[: words[at - 1].end()], words[at][0], [each[0] for each in words[at + 1 :]]


def _player(parts: list[str], number: int, line: int, path: Path) -> TPlayer:
    def refuse(code: str, reason: str) -> MalformedFileError:
        return MalformedFileError(code, path, reason, line=line)

    head = head_of_line(parts[0].strip())
    if head is None:
        raise refuse("bad-player", "a line begins with a name, a rating and the opponents' numbers")
    name, rating, met = head
    sections: dict[str, str] = {}
    for part in parts[2:]:
        key, _, value = part.strip().partition(" ")
        if key:
            sections[key] = value.strip()
    opponents = tuple(None if word == _UNKNOWN else int(word) for word in met)
    words = parts[1].split() if len(parts) > 1 else []
    for word in words:
        if not re.fullmatch(r"-?\d{1,5}", word, re.ASCII):
            raise refuse("bad-score", f"{word!r} is no score; after the first semicolon come whole numbers")
        if not LEAST_SCORE <= int(word) <= MOST_SCORE:
            raise refuse("bad-score", f"{word} cannot be a total; check the entry")
    for key in ("p12", "board", "off"):
        for word in sections.get(key, "").split():
            if not re.fullmatch(r"[-+]?\d{1,5}", word, re.ASCII):
                raise refuse("bad-section", f"{key} has {word!r}, which is no whole number")
    scores = tuple(None if word == _UNKNOWN else int(word) for word in words)
    return TPlayer(number, line, name, rating, opponents, scores, sections)


def _check_opponents(player: TPlayer, players: list[TPlayer], path: Path) -> None:
    if len(player.scores) > len(player.opponents):
        raise MalformedFileError(
            "more-scores-than-games",
            path,
            f"{player.name} has {len(player.scores)} scores but {len(player.opponents)} "
            "opponents; remove scores, or add opponents",
            line=player.line,
        )
    for number, opponent in enumerate(player.opponents, start=1):
        if opponent is not None and opponent > len(players):
            raise MalformedFileError(
                "no-such-player",
                path,
                f"{player.name} met player {opponent} in round {number}, but the file has "
                f"{len(players)} players; correct the number, or add the line",
                line=player.line,
            )


def _check_mutual(player: TPlayer, players: list[TPlayer], path: Path) -> None:
    for index, opponent in enumerate(player.opponents):
        if not opponent:
            continue
        other = players[opponent - 1]
        if opponent == player.number or other.opponents[index : index + 1] != (player.number,):
            raise MalformedFileError(
                "not-mutual",
                path,
                f"{player.name} met {other.name} in round {index + 1}, but line {other.line} "
                "disagrees; correct one of them",
                line=player.line,
            )


# ---------------------------------------------------------------- out


def t_text(tournament: Tournament, division: str) -> str:
    """A division as a `.t` file; pairs and teams are written by who sits at tables."""
    contenders = list(tournament.contenders_of(division))
    place = {each.number: index for index, each in enumerate(contenders, start=1)}
    lines_of: dict[int, dict[int, GameLine]] = {each.number: {} for each in contenders}
    # A rest is told by its spread, which whoever reads the file caps.
    for line in game_lines(without_cap(tournament, division), division):
        lines_of[line.contender][line.round] = line
    rounds = tournament.rounds_of(division)
    text = []
    for each in contenders:
        games = lines_of[each.number]
        opponents = [str(place.get(_opponent(played, each.number) or 0, 0)) for played in rounds]
        scores = _known([_score(games.get(played.number)) for played in rounds])
        head = f"{_escaped(_listed_name(each)):<22} {each.profile.rating or 0:>5}"
        parts = [
            f"{head} {' '.join(opponents)}".rstrip(),
            " ".join(scores),
            f"board {' '.join(str(_table(played, each.number)) for played in rounds)}".strip(),
        ]
        # tsh itself writes the sections in the order of their names.
        if each.number in tournament.departures:
            parts.append(f"off {_off(each.number, rounds, scores)}")
        parts.append(
            f"p12 {' '.join(str(_first_or_second(played, each.number)) for played in rounds)}".strip()
        )
        text.append("; ".join(parts))
    return "\n".join(text) + "\n"


def _listed_name(contender: Contender) -> str:
    """A player as rating lists have them, the surname first; a team as it is called."""
    return contender.name if contender.profile.members else last_first(contender.name)


def _opponent(played: Round, contender: int) -> int | None:
    sitting = played.sitting_of(contender)
    if sitting is None or isinstance(sitting.outcome, Forfeited | Cancelled):
        return None  # a bye for one, a forfeit of the other; nothing for both where the game was cancelled
    return next((side for side in sitting.sides if side != contender), None)


def _score(line: GameLine | None) -> str | None:
    if line is None:
        return None
    if line.own is not None:
        return str(line.own)
    return str(line.spread or (1 if line.verdict is Verdict.WIN else 0))  # a bye is a win, if by a point


def _off(contender: int, rounds: tuple[Round, ...], scores: list[str]) -> str:
    """Returns the score in a round of one who has left: as in their last round if a forfeit, else nothing."""
    last = rounds[-1] if rounds else None
    is_forfeit = last is not None and any(
        rest.contender == contender and rest.kind is RestKind.FORFEIT for rest in last.rests
    )
    return scores[-1] if is_forfeit else "0"


def _known(scores: list[str | None]) -> list[str]:
    """The scores up to the last one known, unknown ones between as `00`."""
    while scores and scores[-1] is None:
        scores = scores[:-1]
    return [_UNKNOWN if score is None else score for score in scores]


def _first_or_second(played: Round, contender: int) -> int:
    sitting = played.sitting_of(contender)
    if sitting is None:
        return 0
    if sitting.first is None:
        return 0 if isinstance(sitting.outcome, Forfeited | Cancelled) else _DRAWN_AT_THE_TABLE
    return 1 if sitting.first == contender else 2


def _table(played: Round, contender: int) -> int:
    sitting = played.sitting_of(contender)
    return 0 if sitting is None else sitting.table


def _escaped(name: str) -> str:
    """The name as it stands in a line; a number at its end would be taken for the rating."""
    joined = re.sub(r"\s+(\d+)$", r"_\1", name)
    return re.sub(r"([;\\#])", r"\\\1", joined)


def rounds_in(players: tuple[TPlayer, ...]) -> range:
    """The numbers of the rounds that a file tells of."""
    return range(1, max(len(player.opponents) for player in players) + 1)

"""Whose line of a record is whose, and what its points and totals were meant to be."""

from wordwaiter.lexicon.quoting import quoted
from wordwaiter.notation.gcg_line import WrittenMove
from wordwaiter.notation.oddity import OddityCode, OddityList
from wordwaiter.notation.record import (
    Overtime,
    OwnRack,
    PlayWithdrawn,
    RecordedMove,
    RecordedPlayer,
    TilesPlayed,
    Turn,
)


class ScoreSheet:
    """The running totals of a record as its lines are read one after another."""

    def __init__(self, players: tuple[RecordedPlayer, ...], oddities: OddityList) -> None:
        self.players = players
        self.oddities = oddities
        self._totals = [0] * len(players)
        self._last_player: int | None = None
        self._last_play_points = 0

    def split_label(self, text: str) -> tuple[str, str]:
        """The name that a move begins with, and what follows the colon; a nickname may have a colon in it."""
        text = text.strip()
        for nick in sorted((player.nick for player in self.players), key=len, reverse=True):
            if text.startswith(f"{nick}:"):
                return nick, text[len(nick) + 1 :]
        label, _, rest = text.partition(":")
        return label.strip(), rest

    def player(self, label: str, move: WrittenMove, line: int) -> int | None:
        """Returns the player a name stands for: by nickname, else by the full name or its first word."""
        exact = [place for place, player in enumerate(self.players) if player.nick == label]
        if exact:
            return exact[0] if len(exact) == 1 else self._guess(exact, move)
        wanted = label.casefold()
        for names in (
            [player.nick.casefold() for player in self.players],
            [player.name.casefold() for player in self.players],
            [player.name.casefold().partition(" ")[0] for player in self.players],
        ):
            matching = [place for place, name in enumerate(names) if name == wanted]
            if matching:
                found = matching[0] if len(matching) == 1 else self._guess(matching, move)
                self.oddities.note_habit(
                    line,
                    OddityCode.OTHER_NAME,
                    f"{quoted(label)} was read as {quoted(self.players[found].nick)}",
                )
                return found
        return None

    def _guess(self, namesakes: list[int], move: WrittenMove) -> int:
        """Returns which of several players of one name it was: whose total fits, else whose turn it is."""
        fitting = [place for place in namesakes if self._totals[place] + move.points == move.total]
        if len(fitting) == 1:
            return fitting[0]
        if self._last_player is None:
            return namesakes[0]
        takes_turn = isinstance(move.move, Turn)
        due = (self._last_player + 1) % len(self.players) if takes_turn else self._last_player
        return due if due in namesakes else namesakes[0]

    def enter(self, player: int, written: WrittenMove, line: int) -> RecordedMove:
        """The move with its points and total as they were meant."""
        points, total = self._meant(player, written, line)
        if total < 0:
            self.oddities.note_habit(line, OddityCode.NEGATIVE_TOTAL, f"the total is {total}, below zero")
        if written.rack is None and isinstance(written.move, Turn):
            self.oddities.note_habit(line, OddityCode.NO_RACK, "the rack is not recorded")
        self._totals[player] = total
        self._last_player = player
        if isinstance(written.move, TilesPlayed):
            self._last_play_points = points
        return RecordedMove(player, written.move, points, total, written.rack, line=line)

    def _meant(self, player: int, written: WrittenMove, line: int) -> tuple[int, int]:
        before, points, total = self._totals[player], written.points, written.total
        if total is None:
            self.oddities.note(
                line, OddityCode.NO_TOTAL, f"the total is missing; {before + points} was taken"
            )
            return points, before + points
        match written.move:
            case PlayWithdrawn() if points == 0 and total == before - self._last_play_points < before:
                self.oddities.note(
                    line, OddityCode.WITHDRAWN_FOR_NOTHING, "+0 stands beside a total that drops by the play"
                )
                return -self._last_play_points, total
            case Overtime() | OwnRack() if points < 0 and total == points != before + points:
                self.oddities.note(
                    line,
                    OddityCode.TOTAL_REPEATS_PENALTY,
                    f"the total repeats the penalty; {before + points} was taken",
                )
                return points, before + points
            case _:
                return points, total

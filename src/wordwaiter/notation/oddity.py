"""What is odd about a file that could be read all the same."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Oddity:
    """Something untidy in a record: where, a code for programs, and what was made of it."""

    line: int
    code: str
    sentence: str


class OddityList:
    """Collects oddities while a file is read; a habit of the whole file is told once, with its count."""

    def __init__(self) -> None:
        self._single: list[Oddity] = []
        self._habits: dict[str, tuple[int, str, int]] = {}

    def note(self, line: int, code: str, sentence: str) -> None:
        """Something that is odd about this one line."""
        self._single.append(Oddity(line, code, sentence))

    def note_habit(self, line: int, code: str, sentence: str) -> None:
        """Something that this line shares with others of the file."""
        first, told, count = self._habits.get(code, (line, sentence, 0))
        self._habits[code] = (first, told, count + 1)

    def found(self) -> tuple[Oddity, ...]:
        """All oddities, in the order of the lines."""
        habits = (
            Oddity(line, code, sentence if count == 1 else f"{sentence} (so on {count} lines)")
            for code, (line, sentence, count) in self._habits.items()
        )
        return tuple(sorted((*self._single, *habits)))

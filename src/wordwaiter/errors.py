"""The errors that people meet: three families of what was asked, and one for the machine.

    WordwaiterError
    ├── MalformedError          it cannot be read: a word, a file, a setting   (exit status 2)
    │   └── MalformedFileError  the same, with the file and the line
    ├── IllegalError            the rules forbid it; names the clause          (exit status 1)
    ├── ConflictError           somebody was there first                       (exit status 1)
    └── UnavailableError        the machine cannot do it now: a full disk      (exit status 2)

Each has a stable `code` for programs, a sentence that tells a volunteer what to do, and `facts`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self


class WordwaiterError(Exception):
    """The base of all errors: a code for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        return self.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        """Goes to another process whole, whatever a family's constructor wants."""
        return _of_parts, (type(self), self.args, self.__dict__.copy())

    @classmethod
    def _of(cls, args: tuple[object, ...], parts: Mapping[str, object]) -> Self:
        error = cls.__new__(cls, *args)
        error.__dict__.update(parts)
        return error


def _of_parts(
    family: type[WordwaiterError], args: tuple[object, ...], parts: Mapping[str, object]
) -> WordwaiterError:
    return family._of(args, parts)


class MalformedError(WordwaiterError):
    """The input cannot be read."""


class MalformedFileError(MalformedError):
    """A file cannot be read; says where."""

    def __init__(
        self, code: str, path: Path | str, reason: str, *, line: int | None = None, **facts: object
    ) -> None:
        place = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(code, f"{place}: {reason}", **facts)
        self.path = Path(path)
        self.line = line
        self.reason = reason


class IllegalError(WordwaiterError):
    """The rules forbid it; `clause` says which one."""

    def __init__(self, code: str, sentence: str, *, clause: str | None = None, **facts: object) -> None:
        super().__init__(code, f"{sentence} ({clause})" if clause else sentence, **facts)
        self.clause = clause


class ConflictError(WordwaiterError):
    """Somebody else was there first."""


class UnavailableError(WordwaiterError):
    """The machine cannot do it now, though nothing is wrong with the question; asked again later, it may."""

"""Rulebooks read from their files, and checked whole: every fault with its line, code and reason."""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.rulebooks.contradictions import contradictions
from wordwaiter.rules.rulebooks.rulebook import TOPICS, Origin, Rulebook, Topic, rulebook_of
from wordwaiter.rules.rulebooks.setting_values import NONE
from wordwaiter.rules.rulebooks.toml_lines import key_lines
from wordwaiter.rules.rulebooks.topic_reading import Fault, TopicReader, parse_toml
from wordwaiter.rules.rulebooks.variants import parse_variant, varied

ALTERNATIVES: Final = (("turns", "building"), ("challenge", "board_challenge"), ("ending", "round_ending"))
"""Topics of which a rulebook has one and not the other."""

LONGEST_FILE: Final = 256 * 1024
"""Bytes that a rulebook's file may have."""

_MARKS: Final = frozenset("@~%")
"""Signs that no rulebook has in its name, but every variant."""

_HEAD: Final = ("name", "title", "source", "based_on")


# ---------------------------------------------------------------- by name or path


def shipped_rulebooks() -> tuple[str, ...]:
    """The names of the rulebooks that come with the package."""
    folder = resources.files(__package__)
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


@cache
def rulebooks_based_on(name: str) -> tuple[str, ...]:
    """The shipped rulebooks that change another one's settings, such as what a wrong challenge costs."""
    folder = resources.files(__package__)
    heads = {each: parse_toml((folder / f"{each}.toml").read_text("utf-8")) for each in shipped_rulebooks()}
    return tuple(
        each for each, head in heads.items() if not isinstance(head, Fault) and head.get("based_on") == name
    )


def shipped_rulebook(name: str) -> Rulebook:
    """The rulebook of that name that comes with the package, or a variant of one (`club@15+5`)."""
    return _shipped(name) if _MARKS.isdisjoint(name) else _variant(name)


@lru_cache(maxsize=256)
def _variant(name: str) -> Rulebook:
    variant = parse_variant(name)
    return varied(_shipped(variant.base), variant)


@cache
def _shipped(name: str) -> Rulebook:
    if name not in shipped_rulebooks():
        raise MalformedError(
            "no-such-rulebook",
            f"there is no rulebook {name!r}; choose {', '.join(shipped_rulebooks())}, or the path "
            "of your own file",
            name=name,
        )
    text = (resources.files(__package__) / f"{name}.toml").read_text("utf-8")
    return _without_faults(*_examine(text), Path(f"{name}.toml"))


def read_rulebook(name_or_path: str | Path) -> Rulebook:
    """The shipped rulebook of that name, or the one in the file at that path."""
    path = Path(name_or_path)
    if str(name_or_path) in shipped_rulebooks() or not (path.suffix or path.exists()):
        return shipped_rulebook(str(name_or_path))
    return parse_rulebook(read_rulebook_text(path), path)


def read_rulebook_text(path: Path) -> str:
    """The text of a rulebook's file."""
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise MalformedFileError("unreadable-file", path, error.strerror or "cannot be read") from error
    if len(content) > LONGEST_FILE:
        raise MalformedFileError(
            "file-too-long", path, f"is over {LONGEST_FILE} bytes, too large for a rulebook"
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MalformedFileError(
            "wrong-encoding", path, "is not UTF-8; save it as UTF-8 text", line=line
        ) from error


# ---------------------------------------------------------------- from text


def parse_rulebook(text: str, path: Path) -> Rulebook:
    """The rulebook in a file's text; its first fault is raised. `path` is for the error."""
    return _without_faults(*examine_rulebook(text), path)


def _without_faults(rulebook: Rulebook | None, faults: tuple[Fault, ...], path: Path) -> Rulebook:
    if rulebook is None:
        raise MalformedFileError(faults[0].code, path, faults[0].reason, line=faults[0].line)
    return rulebook


def examine_rulebook(text: str) -> tuple[Rulebook | None, tuple[Fault, ...]]:
    """The rulebook in a file's text, or none and every fault that was found, in the order of lines."""
    rulebook, faults = _examine(text)
    if rulebook and rulebook.name in shipped_rulebooks() and rulebook != shipped_rulebook(rulebook.name):
        line = key_lines(text)["name",]
        reason = f"a rulebook named {rulebook.name!r} comes with the software; give your own another name"
        return None, (Fault(line, "name-taken", reason),)
    return rulebook, faults


def _examine(text: str) -> tuple[Rulebook | None, tuple[Fault, ...]]:
    table = parse_toml(text)
    if isinstance(table, Fault):
        return None, (table,)
    reader = _Reader(table, key_lines(text))
    rulebook = reader.read()
    return rulebook, tuple(sorted(reader.faults))


class _Reader(TopicReader):
    """Reads one rulebook."""

    def read(self) -> Rulebook | None:
        for key in self.table.keys() - {*_HEAD, *TOPICS}:
            self.refuse((key,), "unknown-setting", f"unknown setting {key!r}")
        name, title = self.name(), self.text("title")
        base = self._base()
        if base is None and "based_on" in self.table:
            # Everything that it was to give would be missing too, which says nothing new.
            return None
        source = self._source(base)
        topics: dict[str, Topic] = {}
        origins: dict[str, Origin] = {}
        for topic_name in self._present_topics(base):
            topic: Topic | None = self.topic(topic_name, TOPICS[topic_name], base, origins)
            if topic is not None:
                topics[topic_name] = topic
        if self.faults:
            return None
        rulebook = rulebook_of(name, title, source, topics, origins)
        for contradiction in contradictions(rulebook):
            self._refuse_contradiction(contradiction.settings, contradiction.reason)
        return None if self.faults else rulebook

    def _refuse_contradiction(self, settings: tuple[str, ...], reason: str) -> None:
        """Note it where the first of its settings stands; what is inherited has no line of its own."""
        paths = [tuple(key.split(".")) for key in settings]
        here = next((path for path in paths if path in self.lines), ("based_on",))
        self.refuse(here, "contradiction", f"{' and '.join(settings)}: {reason}")

    # -- the head of the file

    def _base(self) -> Rulebook | None:
        match self.table.get("based_on"):
            case None:
                return None
            case str(name) if name in shipped_rulebooks():
                return shipped_rulebook(name)
            case other:
                known = ", ".join(shipped_rulebooks())
                reason = f"based_on must name a shipped rulebook ({known}), not {other!r}"
                self.refuse(("based_on",), "unknown-value", reason)
                return None

    def _source(self, base: Rulebook | None) -> str | None:
        sources = [source.id for source in catalogue().sources]
        match self.table.get("source"):
            case None if base is not None:
                return base.source
            case None:
                self.refuse((), "missing-setting", "'source' is missing at the head of the file")
            case str(source) if source in sources:
                return source
            case str(source) if source == NONE:
                pass
            case other:
                reason = f"source must be {', '.join(sources)} or {NONE}, not {other!r}"
                self.refuse(("source",), "unknown-value", reason)
        return None

    # -- topics

    def _present_topics(self, base: Rulebook | None) -> Iterator[str]:
        """The topics that this rulebook must have: of each pair of alternatives the one that is given."""
        inherited = base.topics() if base else {}
        skipped: set[str] = set()
        for pair in ALTERNATIVES:
            given = [name for name in pair if name in self.table or name in inherited]
            if len(given) == 1:
                skipped |= {*pair} - {*given}
                continue
            skipped |= {*pair}
            if given:
                here = given[1] if given[1] in self.table else given[0]
                self.refuse((here,), "contradiction", f"a rulebook has [{pair[0]}] or [{pair[1]}], not both")
            else:
                self.refuse((), "missing-setting", f"one of [{pair[0]}] and [{pair[1]}] is missing")
        return (name for name in TOPICS if name not in skipped)

"""Formats read from their files and from plain values, checked whole; and formats with settings changed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, get_type_hints

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.rules.rulebooks.reading import read_rulebook_text
from wordwaiter.rules.rulebooks.rulebook import Origin
from wordwaiter.rules.rulebooks.setting_values import plain_setting
from wordwaiter.rules.rulebooks.toml_lines import key_lines
from wordwaiter.rules.rulebooks.topic_reading import Fault, TopicReader, parse_toml
from wordwaiter.tournament.formats.format import TOPICS, Format, Topic, contradictions, format_of

_HEAD: Final = ("name", "title", "rulebook", "based_on")


def shipped_formats() -> tuple[str, ...]:
    """The names of the formats that come with the package."""
    folder = resources.files(__package__)
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


@cache
def shipped_format(name: str) -> Format:
    """The format of that name that comes with the package."""
    if name not in shipped_formats():
        raise MalformedError(
            "no-such-format",
            f"there is no format {name!r}; choose {', '.join(shipped_formats())}, or the path of "
            "your own file",
            name=name,
        )
    text = (resources.files(__package__) / f"{name}.toml").read_text("utf-8")
    return parse_format(text, Path(f"{name}.toml"))


def read_format(name_or_path: str | Path) -> Format:
    """The shipped format of that name, or the one in the file at that path."""
    path = Path(name_or_path)
    if str(name_or_path) in shipped_formats() or not (path.suffix or path.exists()):
        return shipped_format(str(name_or_path))
    return parse_format(read_rulebook_text(path), path)


def parse_format(text: str, path: Path) -> Format:
    """The format in a file's text; its first fault is raised. `path` is for the error."""
    wanted, faults = examine_format(text)
    if wanted is None:
        raise MalformedFileError(faults[0].code, path, faults[0].reason, line=faults[0].line)
    return wanted


def examine_format(text: str) -> tuple[Format | None, tuple[Fault, ...]]:
    """The format in a file's text, or none and every fault that was found, in the order of lines."""
    table = parse_toml(text)
    if isinstance(table, Fault):
        return None, (table,)
    reader = _Reader(table, key_lines(text))
    wanted = reader.read()
    return wanted, tuple(sorted(reader.faults))


class _Reader(TopicReader):
    """Reads one format."""

    def read(self) -> Format | None:
        for key in self.table.keys() - {*_HEAD, *TOPICS}:
            self.refuse((key,), "unknown-setting", f"unknown setting {key!r}")
        name, title, base = self.name(), self.text("title"), self._base()
        rulebook = base.rulebook if base and "rulebook" not in self.table else self.text("rulebook")
        topics: dict[str, Topic] = {}
        origins: dict[str, Origin] = {}
        for topic_name, kind in TOPICS.items():
            topic: Topic | None = self.topic(topic_name, kind, base, origins)
            if topic is not None:
                topics[topic_name] = topic
        if self.faults:
            return None
        wanted = format_of(name, title, rulebook, topics, origins)
        for key, reason in contradictions(wanted):
            self.refuse(tuple(key.split(".")), "contradiction", f"{key}: {reason}")
        return None if self.faults else wanted

    def _base(self) -> Format | None:
        match self.table.get("based_on"):
            case None:
                return None
            case str(name) if name in shipped_formats():
                return shipped_format(name)
            case other:
                known = ", ".join(shipped_formats())
                self.refuse(
                    ("based_on",),
                    "unknown-value",
                    f"based_on must name a shipped format ({known}), not {other!r}",
                )
                return None


# ---------------------------------------------------------------- plain values, and changes


def plain_format(wanted: Format) -> dict[str, object]:
    """The format as plain values, topic by topic, as in its file."""
    plain: dict[str, object] = {"name": wanted.name, "title": wanted.title, "rulebook": wanted.rulebook}
    for name, topic in wanted.topics().items():
        hints = get_type_hints(type(topic), include_extras=True)
        plain[name] = {
            key: plain_setting(hint, getattr(topic, key), wanted.origins[f"{name}.{key}"])
            for key, hint in hints.items()
        }
    return plain


def format_from_plain(plain: object) -> Format:
    """The format that `plain_format` wrote down."""
    if not isinstance(plain, Mapping):
        raise MalformedError("bad-format", f"a format is a table of settings, not {plain!r}")
    reader = _Reader(plain, {})
    wanted = reader.read()
    if wanted is None:
        raise MalformedError(reader.faults[0].code, reader.faults[0].reason)
    return wanted


def changed_format(wanted: Format, why: str, **settings: Any) -> Format:
    """The format with some settings changed by the organiser: `changed_format(f, "rain", rounds_count=4)`.

    A setting is named by its key with an underscore for the dot; each change is a choice with its reason.
    """
    topics, origins = dict(wanted.topics()), dict(wanted.origins)
    for name, value in settings.items():
        topic_name, _, key = name.partition("_")
        wanted.setting(f"{topic_name}.{key}")
        topics[topic_name] = replace(topics[topic_name], **{key: value})
        origins[f"{topic_name}.{key}"] = Origin((), choice=why)
    after = format_of(wanted.name, wanted.title, wanted.rulebook, topics, origins)
    # Written down and read again, it is held to the same checks as a file.
    return format_from_plain(plain_format(after))


def differing_settings(before: Format, after: Format) -> tuple[str, ...]:
    """The keys of the settings in which two formats differ."""
    return tuple(key for key in before.origins if before.setting(key) != after.setting(key))

"""Phrases of the rule sheet: lists, ranges, money and time in words."""

from collections.abc import Sequence

from wordwaiter.rules.rulebooks.choices import Milliseconds

Said = tuple[str, str]
"""A setting, by its key within its topic, and what its value says."""


def listed(parts: Sequence[str], joined_by: str) -> str:
    """`a, b and c`."""
    return f" {joined_by} ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else parts[0]


def spanned(least: int, most: int) -> str:
    """`4 to 6`, or `4`."""
    return str(least) if least == most else f"{least} to {most}"


def dollars(cents: int) -> str:
    """`$5`, or `$5.50`."""
    whole, part = divmod(cents, 100)
    return f"${whole}.{part:02}" if part else f"${whole}"


def minutes_and_seconds(time: Milliseconds) -> str:
    """`3 minutes`, or `1 minute 30 seconds`."""
    minutes, seconds = divmod(time // 1000, 60)
    parts = [(minutes, "minute"), (seconds, "second")]
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)

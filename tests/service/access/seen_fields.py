"""Which field of which kind of fact is seen by whom, in a journal that has nearly all kinds.

`python -m service.access.seen_fields`, in the folder of the tests, writes seen_fields.txt anew; look at what
changed in it.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.store.facts import Fact

KEPT: Final = Path(__file__).with_name("seen_fields.txt")
JOURNAL: Final = Path(__file__).parents[2] / "journals" / "first_version.jsonl.gz"
STRANGER: Final = 10_000
"""The number of an entrant that there is not: a player who sees the fields of everybody else."""


def _facts() -> Iterator[Fact]:
    for line in gzip.decompress(JOURNAL.read_bytes()).splitlines()[1:]:
        read: dict[str, Any] = json.loads(line)
        place = (read["position"], read["stream"], read["version"], read["kind"], read["kind_version"])
        time = datetime.fromisoformat(read["time"])
        yield Fact(*place, read["body"], read["actor"] or "x", read["device"] or "x", time, None)


def _audiences(stream: str) -> Mapping[str, Caller]:
    """Everybody who may look, by what they are in the tournament or at the free table of a stream.

    Of what belongs to neither, as lists of words and devices do, those of a tournament look.
    """
    whole = stream.partition("/")[0]
    there = whole if "-" in whole else "tournament-2"
    roles = [role for role in Role if role is not Role.PUBLIC]
    grants = {
        role.value: Grant(role, there, entrant=STRANGER if role is Role.PLAYER else None) for role in roles
    }
    grants["director of the house"] = Grant(Role.DIRECTOR, HOUSE)
    return {"public": NOBODY} | {
        name: Caller("Sam", "device-1", frozenset({grant})) for name, grant in grants.items()
    }


def _paths(value: object, path: str = "") -> Iterator[str]:
    """Every field that says something: a text, a number, yes or no; how deep it lies is told by dots."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            # By number or by name: what is under it is alike.
            yield from _paths(part, f"{path}.{'*' if str(name).isdecimal() else name}" if path else str(name))
    elif isinstance(value, str | int) and value != "":
        yield f"{path} ({'number' if isinstance(value, int) else 'text'})"
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _paths(part, path)


def seen_fields() -> list[str]:
    """Returns a line for each field of each kind: who sees it."""
    who: dict[str, dict[str, None]] = {}
    for fact in _facts():
        for name, caller in _audiences(fact.stream).items():
            told = visible_fact(caller, fact)
            known = () if told is None else ("", *(f" {path}" for path in _paths(told)))
            for path in known:
                who.setdefault(f"{fact.kind}{path}", {})[name] = None
    everybody = len(_audiences(""))
    return sorted(
        f"{field}: {'everybody' if len(names) == everybody else ', '.join(names)}"
        for field, names in who.items()
    )


if __name__ == "__main__":
    KEPT.write_text("\n".join(seen_fields()) + "\n")
    sys.stdout.write(f"{KEPT.name} is written\n")

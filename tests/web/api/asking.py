"""Asking everything of the API, as each role: requests made up from its own document, each answer checked.

The short form is `test_document.py`. The long one, with at least 50,000 requests:

    python -m web.api.asking
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from litestar import Litestar
from schemathesis import Case, GenerationMode
from schemathesis.config import ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from wordwaiter.roles import Role
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate

from .venue import Venue, furnish, open_house

CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]

EXAMPLES: Final = 60
"""Of each route, for each role, before all are asked again with other chances."""

SENDS_AWAY: Final = ("end_session", "revoke_device")
"""After these a device may be nobody's any more."""

NO_LIMITS: Final = Rate(burst=10**9, per_second=10**9)


def app_of(venue: Venue) -> Litestar:
    """The application without limits on how often somebody may ask."""
    limits = Limits(*(Limiter(NO_LIMITS) for _ in range(3)))
    return create_app(venue.context, limits=limits, own_names=["testserver"])


class Asker:
    """Asks one application, and counts."""

    def __init__(self, venue: Venue, app: Litestar) -> None:
        self.venue = venue
        config = SchemathesisConfig(projects=ProjectsConfig(default=ProjectConfig(max_stream_events=1)))
        self.schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app, config=config)
        self.session = asgi.get_client(cast(Any, app), max_stream_events=1)
        self.statuses: Counter[int] = Counter()
        self.asked_as: Counter[Role] = Counter()
        self.failures: list[str] = []
        self._headers: dict[Role, dict[str, str]] = {}
        """A device of each role, kept as long as it may stay: the more have joined, the longer it takes."""

    @property
    def asked(self) -> int:
        return self.statuses.total()

    def operations(self) -> Iterator[Any]:
        for found in self.schema.get_all_operations():
            assert isinstance(found, Ok)
            yield found.ok()

    def ask(self, operation: Any, roles: Sequence[Role], examples: int, number: int) -> None:
        """Ask one route as everybody: with what it takes, and with what it should refuse."""
        wrong = max(1, examples // 4)
        self._ask(operation, roles, examples - wrong, number, GenerationMode.POSITIVE)
        if operation.body or operation.query:
            self._ask(operation, roles, wrong, number, GenerationMode.NEGATIVE)

    def _ask(
        self, operation: Any, roles: Sequence[Role], examples: int, number: int, mode: GenerationMode
    ) -> None:
        rng = random.Random(number)
        name = operation.definition.raw["operationId"]
        headers = self._headers
        headers |= {role: self.venue.headers(role) for role in roles if role not in headers}

        @seed(number)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Case[Any]) -> None:
            if mode is GenerationMode.POSITIVE and rng.random() < 0.9:
                self._make_plausible(case, name, rng)
            for role in roles:
                response = case.call(session=self.session, headers=headers[role])
                self.statuses[response.status_code] += 1
                self.asked_as[role] += 1
                case.validate_response(response, checks=CHECKS)
                if name == "end_session":
                    headers[role] = self.venue.headers(role)

        try:
            ask()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - told at the end, with all others
            self.failures.append(f"{name}: {error}")
        if name in SENDS_AWAY:
            headers.clear()

    def _make_plausible(self, case: Case[Any], name: str, rng: random.Random) -> None:
        """Name things that exist, in most requests; otherwise hardly one would get past the door."""
        venue = self.venue
        tournament = rng.choice([venue.turns, venue.bee])
        table = rng.choice([venue.free, *venue.tables(venue.turns)])
        streams = {
            # What is ended is ended for the rest of the run.
            "tournament": venue.spare if name == "end_tournament" else tournament,
            "table": (venue.spare_table if name == "end_table" else table).replace("/", ":"),
            "board": rng.choice(venue.tables(venue.bee)).replace("/", ":"),
        }
        for key in case.path_parameters:
            if key in streams:
                case.path_parameters[key] = streams[key]
            elif key in ("number", "line", "contender"):
                case.path_parameters[key] = rng.randint(1, 30)
            elif key in ("name", "what", "clause"):
                case.path_parameters[key] = rng.choice(_NAMES)
        if rng.random() < 0.8:
            case.headers.pop("If-Match", None)
        divisions = list(venue.context.states.of(tournament).state.divisions)
        if case.query and "division" in case.query:
            case.query["division"] = rng.choice(divisions)
        if isinstance(case.body, dict):
            case.body = _plausible(case.body, divisions, rng)


_NAMES: Final = (
    "club",
    "iowa",
    "enable",
    "standings",
    "results",
    "t",
    "tou",
    "ontario-1",
    "entrants",
    "ledger",
)
_NUMBERS: Final = frozenset(
    {"contender", "contenders", "entrant", "team", "table", "round", "board", "seat", "line", "call", "peek"}
    | {"challenger", "challenged", "sides", "signed", "first", "second", "byes", "slot", "count", "number"}
)


def _plausible(value: Any, divisions: list[str], rng: random.Random, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _plausible(each, divisions, rng, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_plausible(each, divisions, rng, key) for each in value]
    if key in ("division", "source", "target"):
        return rng.choice(divisions)
    if key in _NUMBERS and isinstance(value, int):
        return rng.randint(0, 12)
    if key == "scores" and isinstance(value, int):
        return rng.randint(-50, 600)
    if key == "placement" and isinstance(value, str):
        return rng.choice(["8D RETINA", "H8 BEE", "8H BOND", "8h bond", "D8 .ETINA", "15O Q"])
    if key in ("reason", "note") and rng.random() < 0.8:
        return "because"
    return value


def ask_everything(
    asker: Asker, examples: int, begin: int = 0, report: Callable[[str], None] = lambda _: None
) -> None:
    """Ask every route so many times as every role; whoever may least comes first. `begin` sets the chance."""
    for number, operation in enumerate(asker.operations(), start=begin):
        asker.ask(operation, tuple(reversed(Role)), examples, number)
        report(f"{asker.asked:>9,}  {operation.label}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=50_000, help="at least so many in all")
    wanted = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as context:
        venue = furnish(context)
        asker = Asker(venue, app_of(venue))
        begin = 0
        while asker.asked < wanted.requests:
            # Each time with other chances, for a route without parameters is soon asked in all ways.
            ask_everything(asker, EXAMPLES, begin, _say)
            begin += 1_000
        asgi.shutdown_lifespans()
    _say(f"answers: {dict(sorted(asker.statuses.items()))}")
    _say(f"as each: { {role.value: count for role, count in asker.asked_as.items()} }")
    _say(f"{asker.asked:,} requests in {time.monotonic() - began:,.0f} s, {len(asker.failures)} failures")
    for failure in asker.failures:
        _say(failure)
    sys.exit(1 if asker.failures else 0)


if __name__ == "__main__":
    main()

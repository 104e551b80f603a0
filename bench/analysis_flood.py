"""Measures room pages beside a flood of analysis: `python bench/analysis_flood.py` prints one JSON object.

In a round whose director allows analysis, pages of the room are asked for by and by: alone, and while six
browsers of one address ask the analysis board about turns and bring games without a pause. Asked is: how
long does a page take, and what do the server and its engine use?
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from crowd import BOSS, Connection, Tables, begin_event, start_round  # noqa: E402
from served import processor_s, serving  # noqa: E402
from wordwaiter.service.context import Context  # noqa: E402
from wordwaiter.service.execute import execute  # noqa: E402
from wordwaiter.service.tournaments.kind import TOURNAMENTS  # noqa: E402
from wordwaiter.tournament import commands as c  # noqa: E402

TABLES = 20
ASKERS = 6
POSITION = (
    "5UNTUckS3/9H2T2/9UP1O2/9BOWLS1/10MIDI1/9ZED1K1/4BYRL1E1D1E1/6AIRILY3/4LOX2N5/2GNAW9/3EMETIC6/15/15/15/"
    "15 CENORRS/ 169/249 0"
)
GAME = (
    "#player1 Ada Ada\n#player2 Bo Bo\n"
    ">Ada: AEINRTE 8H EAR +6 6\n>Bo: AEGNRST - +0 0\n>Ada: EINTTUV -UV +0 6\n>Bo: -3 +0 0\n"
)


def percentiles(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile, in milliseconds."""
    ordered = sorted(times)
    at = {"p50_ms": len(ordered) // 2, "p99_ms": min(len(ordered) * 99 // 100, len(ordered) - 1)}
    return {name: round(1000 * ordered[place], 1) for name, place in at.items()}


class Flood:
    """Browsers that ask the analysis board again and again."""

    def __init__(self, port: int) -> None:
        self.port, self.over, self.answers = port, threading.Event(), 0
        self.threads = [threading.Thread(target=self.ask, args=(number,)) for number in range(ASKERS)]
        for each in self.threads:
            each.start()

    def ask(self, number: int) -> None:
        think = {"rulebook": "club", "position": POSITION, "effort": "quick"}
        while not self.over.is_set():
            path, fields = ("/analysis", {"rulebook": "club", "game": GAME})
            if number % 3:
                path, fields = ("/analysis/think", think)
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            with contextlib.suppress(OSError, http.client.HTTPException):
                line.request(
                    "POST",
                    path,
                    urlencode(fields),
                    {
                        "Content-Type": "application/x-www-form-urlencoded",
                        "Origin": f"http://127.0.0.1:{self.port}",
                    },
                )
                answer = line.getresponse()
                answer.read()
                self.answers += answer.status == HTTPStatus.OK
                if answer.status != HTTPStatus.OK:
                    time.sleep(0.05)
            line.close()

    def end(self) -> None:
        self.over.set()
        for each in self.threads:
            each.join()


async def pages(port: int, event: Tables, seconds: float, every_s: float) -> list[float]:
    """Asks for pages of the room one after the other, and says how long each took."""
    lines, times = [Connection(port), Connection(port, event.token)], list[float]()
    paths = [f"/live/{event.stream}", *(f"/tables/{table}" for table in event.tables[:5])]
    end = time.perf_counter() + seconds
    number = 0
    while time.perf_counter() < end:
        begun = time.perf_counter()
        status, _ = await lines[number % 2].get(paths[number % len(paths)])
        times.append(time.perf_counter() - begun)
        if status != HTTPStatus.OK:
            raise SystemExit(f"a page was refused: {status}")
        number += 1
        await asyncio.sleep(max(0.0, every_s - times[-1]))
    for each in lines:
        each.close()
    return times


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seconds", type=float, default=20.0, help="How long pages are asked for.")
    options.add_argument("--every", type=float, default=0.02, help="Seconds between two pages.")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="wordwaiter-bench-") as name:
        db = str(Path(name) / "bench.db")
        with Context.open(db) as context:
            event = start_round(context, begin_event(context, TABLES), TABLES)
            execute(context, BOSS, TOURNAMENTS, event.stream, c.AllowAnalysis(""))
        figures: dict[str, object] = {}
        with serving(db, 1) as (port, pid):
            asyncio.run(pages(port, event, 2, chosen.every))
            figures["alone"] = percentiles(asyncio.run(pages(port, event, chosen.seconds, chosen.every)))
            flood = Flood(port)
            time.sleep(3)
            used = processor_s(pid)
            figures["beside_the_flood"] = percentiles(
                asyncio.run(pages(port, event, chosen.seconds, chosen.every))
            )
            figures["processor_s"] = round(processor_s(pid) - used, 1)
            flood.end()
            figures["answers"] = flood.answers
    figures["load_average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()

# ruff: noqa: T201
"""Feeds broken files to every parser: python -m fuzz --inputs 1000000 [--minutes 20] [--only gcg]"""

import argparse
import random
import resource
import signal
import time
from pathlib import Path

from fuzz.mutation import broken_copy
from fuzz.parsers import PARSERS
from wordwaiter.errors import WordwaiterError

MEMORY = 2 << 30
LONGEST_S = 20


def main() -> None:
    """Stops at the first file that crashes a parser, hangs it or fills the memory, and keeps that file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=PARSERS)
    options.add_argument("--minutes", type=float, default=float("inf"), help="the most for each kind of file")
    asked = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _too_long)
    for name in [asked.only] if asked.only else PARSERS:
        started, fed, read, longest = time.monotonic(), 0, 0, 0.0
        rng = random.Random(asked.seed)
        samples = PARSERS[name].samples()
        while fed < asked.inputs and time.monotonic() < started + 60 * asked.minutes:
            content = broken_copy(samples, rng)
            before = time.monotonic()
            read += _feed(name, content)
            fed += 1
            longest = max(longest, time.monotonic() - before)
        took = time.monotonic() - started
        print(f"{name}: {fed:,} files, {read:,} read, longest {longest:.2f} s, {took:.0f} s", flush=True)


def _feed(name: str, content: bytes) -> bool:
    signal.alarm(LONGEST_S)
    try:
        PARSERS[name].read(content)
    except WordwaiterError:
        return False
    except BaseException:
        kept = Path(f"crash-{name}.bin")
        kept.write_bytes(content)
        print(f"{name}: see {kept}", flush=True)
        raise
    finally:
        signal.alarm(0)
    return True


def _too_long(*_: object) -> None:
    raise TimeoutError(f"longer than {LONGEST_S} s")


main()

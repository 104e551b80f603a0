"""What is repeated until a file is as large as it may be: each parser comes to its end.

One that looks at all before it for each piece would take minutes, or hours; such a test fails by hanging.
"""

import pytest

from fuzz.parsers import PARSERS
from wordwaiter.errors import WordwaiterError

PIECES = (
    b" ", b"1 ", b"a ", b"a.", b"\\a", b"a\\", b"(", b"[", b"{a=", b'"', b"'", b",", b";", b"; p12 1", b"#",
    b"=", b"\n", b"\r", b"A1", b"-", b"+", b":", b"a=1\n", b"\xc3\xa9", b"8D CAT ", b">A: ",
)  # fmt: skip
BYTES = {
    "gcg": 60_000,
    "cgp": 16_000,
    "t": 150_000,
    "entrants-csv": 30_000,
    "rulebook-toml": 250_000,
    "format-toml": 250_000,
    "table-script": 250_000,
    "word-list": 200_000,
    "card-box": 200_000,
}


@pytest.mark.long
@pytest.mark.parametrize("name", BYTES)
def test_a_piece_that_is_repeated_to_the_end_of_a_file_does_not_stall(name: str) -> None:
    (sample, *_) = PARSERS[name].samples()
    line = sample[: sample.find(b"\n") + 1] or sample
    refused = 0
    for piece in PIECES:
        for begun in (b"", line.rstrip(b"\r\n"), line):
            content = begun + piece * (BYTES[name] // len(piece))
            for ended in (content, content + b"x", b"[" + content + b"]"):
                try:
                    PARSERS[name].read(ended)
                except WordwaiterError:
                    refused += 1
    assert refused

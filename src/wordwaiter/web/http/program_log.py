"""The log of the program itself: one line of JSON for each answer and each mistake, with the request's id.

What happened at the event stands in the journal; this is for whoever looks after the machine. It holds no
secret: addresses without what follows the question mark, no header, no body.
"""

import json
import logging
import re
import sys
import time
from contextlib import suppress
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.platform import keep_private

LARGEST_LOG: Final = 200_000_000
"""Bytes of the file; the one before it is kept beside it."""

LOGGER: Final = "wordwaiter"
FIELDS: Final = "told"
"""The attribute of a log record that carries its fields."""


_STEERING: Final = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Signs that JSON leaves as they are, though they steer a terminal or turn the text that follows."""


def steering_escaped(text: str) -> str:
    """Returns JSON in which such signs are escaped: a stranger may write any into an address.

    >>> steering_escaped('"\\x9b2J"')
    '"\\\\u009b2J"'
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        seconds, thousandths = int(record.created), int(record.msecs)
        line: dict[str, Any] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{thousandths:03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return steering_escaped(json.dumps(line, ensure_ascii=False, default=str))


class BoundedLog(WatchedFileHandler):
    """A file that is set aside when it is large, in place of the one before: strangers fill no disk with it.

    Several processes write to it. Whoever finds it too large sets it aside, and the others see that.
    """

    def __init__(self, path: Path, most: int | None = None) -> None:
        super().__init__(path, encoding="utf-8")
        self._most = LARGEST_LOG if most is None else most
        self._has_failed = False

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record."""
        with suppress(OSError):  # another program has it open, on Windows
            if Path(self.baseFilename).stat().st_size >= self._most:
                self._set_aside()
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        """Says once that the log cannot be written: on a full disk each request would fill the terminal."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._has_failed and sys.stderr is not None:
            self._has_failed = True
            sys.stderr.write(f"wordwaiter: the log cannot be written: {error.strerror}\n")

    def _set_aside(self) -> None:
        if self.stream is not None:
            self.stream.close()
        with suppress(OSError):
            Path(self.baseFilename).replace(f"{self.baseFilename}.1")
        keep_private(Path(self.baseFilename))
        self.stream = self._open()
        self._statstream()


def write_log_to(path: Path) -> logging.Handler:
    """Append everything that the program says of itself to a file, from now on."""
    keep_private(path)
    try:
        handler = BoundedLog(path)
    except OSError as error:
        raise MalformedError(
            "bad-log-file", f"the log cannot be written to {path}: {error.strerror}; choose another file"
        ) from error
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return handler

"""The log of the program itself: one line of JSON for each answer and each mistake, with the request's id.

What happened at the event stands in the journal; this is for whoever looks after the machine. It holds no
secret: addresses without what follows the question mark, no header, no body.
"""

import json
import logging
import time
from pathlib import Path
from typing import Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.platform import keep_private

LOGGER: Final = "wordwaiter"
FIELDS: Final = "told"
"""The attribute of a log record that carries its fields."""


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
        return json.dumps(line, ensure_ascii=False, default=str)


def write_log_to(path: Path) -> logging.Handler:
    """Append everything that the program says of itself to a file, from now on."""
    keep_private(path)
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise MalformedError(
            "bad-log-file", f"the log cannot be written to {path}: {error.strerror}; choose another file"
        ) from error
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return handler

"""The journal that version 0.1.0 wrote, and the computer on which it is opened."""

import gzip
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from service.houses import Computer

HERE: Final = Path(__file__).parent
EXPECTED: Final[dict[str, Any]] = json.loads((HERE / "first_version.json").read_text())


def copy_to(path: Path) -> Path:
    """Writes the journal there."""
    path.write_bytes(gzip.decompress((HERE / "first_version.db.gz").read_bytes()))
    return path


def another_computer() -> Computer:
    """A computer that is started a moment after the program was stopped on the first."""
    stopped = datetime.fromisoformat(EXPECTED["stopped"])
    return Computer(now=stopped + timedelta(seconds=30), boot="another computer")

"""A program that writes from some tables at once, and says of each entry that it is kept; then it just ends.

Run as `python -m crash.acknowledging JOURNAL`, under strace.
"""

import os
import sys
import threading
from datetime import UTC, datetime

from wordwaiter.service.streams import table_facts
from wordwaiter.store.facts import Entry
from wordwaiter.store.journal import Journal

from .games import begin

TABLES = 4
ENTRIES = 10
"""Of each table."""


def main(place: str) -> None:
    journal = Journal.open(place)
    facts = table_facts(begin())

    def keep(table: int) -> None:
        for number in range(ENTRIES):
            entry = Entry(f"table/{table}/{number}", facts, datetime.now(UTC), 0, key=f"{table}/{number}")
            position = journal.append(entry)[-1].position
            os.write(1, f"kept {position}\n".encode())

    keepers = [threading.Thread(target=keep, args=(table,)) for table in range(TABLES)]
    for keeper in keepers:
        keeper.start()
    for keeper in keepers:
        keeper.join()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])

"""What a machine must have for some tests."""

import os
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """End a test that needs what is not here: as a failure where changes are checked, else as a skip."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


NOT_ON_WINDOWS = {
    "cli/test_bad_input.py": "limits of a process",
    "cli/test_hare.py": "limits of a process",
    "cli/test_main.py": "closed, full and cut streams, signals and terminals of Unix",
    "cli/words/test_judge_command.py": "limits of a process",
    "cli/words/test_lexicon_commands.py": "/dev/null",
    "crash": "power that is cut, as Linux lets us see it",
    "engine/test_commands.py": "/dev/zero",
    "lexicon/test_folders.py": "links and pipes in a folder",
    "service/bee/test_hare_solving.py": "processes by number",
    "service/judging/test_judging.py": "a disk that is full by a limit",
    "store/test_backup.py": "a disk that is full by a limit",
    "store/test_private_files.py": "permissions of owner, group and others",
    "store/test_sqlite_file.py": "a disk that is full by a limit",
    "store/test_unavailable.py": "mounts",
    "test_check_machine.py": "a script of the shell",
    "web/http/test_connections.py": "limits of a process",
    "web/http/test_serve.py": "limits of a process, and signals",
}
"""Tests that Windows leaves out, each with what it needs that only Unix has."""

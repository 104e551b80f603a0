"""What a machine must have for some tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """End a test that needs what is not here: as a failure where changes are checked, else as a skip."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Let no file grow beyond `room` bytes: the full disk that every user of Unix can have."""
    import resource

    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, unlimited[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)


DESKTOP = "a desktop of Linux, and its paths"
FULL = "a disk that is full by a limit"

NOT_ON_WINDOWS = {
    "cli/test_bad_input.py": "limits of a process",
    "cli/test_hare.py": "limits of a process",
    "cli/test_main.py": "closed, full and cut streams, signals and terminals of Unix",
    "cli/words/test_judge_command.py": "limits of a process",
    "cli/words/test_lexicon_commands.py::test_export_to_a_device_does_not_replace_it": "/dev/null",
    "cli/server/test_double_click.py::test_a_desktop_of_linux_knows_such_files_and_the_program": DESKTOP,
    "cli/server/test_double_click.py::test_a_desktop_takes_the_entry": DESKTOP,
    "cli/server/test_double_click.py::test_a_folder_that_was_moved_is_found_after_the_next_start": DESKTOP,
    "cli/server/test_double_click.py::test_signs_that_mean_something_to_a_desktop_are_kept": DESKTOP,
    "crash": "power that is cut, as Linux lets us see it",
    "engine/test_commands.py::test_a_word_graph_without_end_is_refused": "/dev/zero",
    "lexicon/test_folders.py::test_a_file_is_readable_to_those_to_whom_new_files_are": "permissions",
    "lexicon/test_folders.py::test_a_link_stays_a_link": "links, which Windows lets only some people make",
    "lexicon/test_folders.py::test_a_pipe_is_written_to_and_not_replaced": "pipes in a folder",
    "service/bee/test_hare_solving.py::test_a_closed_search_is_gone": "asking for a process by number",
    "service/judging/test_judging.py::test_no_verdict_is_given_that_could_not_be_written": FULL,
    "store/test_backup.py::test_a_folder_that_is_gone_or_full_leaves_no_half_copy": FULL,
    "store/test_private_files.py": "permissions of owner, group and others",
    "store/test_sqlite_file.py": "a disk that is full by a limit, /dev and /proc",
    "store/test_unavailable.py": "mounts",
    "test_check_machine.py": "a script of the shell",
    "web/http/test_connections.py": "limits of a process",
    "web/http/test_serve.py": "limits of a process, and signals",
}
"""Folders, files and tests that Windows leaves out, each with what it needs that only Unix has."""

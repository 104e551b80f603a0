"""The command `wordwaiter`: its subcommands, and how errors become one line and an exit status."""

import contextlib
import gc
import io
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import typer

from wordwaiter import __version__
from wordwaiter.cli.commands import COMMANDS, asked_for, register_commands
from wordwaiter.errors import ConflictError, IllegalError, MalformedFileError, WordwaiterError
from wordwaiter.store.address import MOVED

_COLLECT_AFTER: Final = 20_000
"""Values that were made and not let go before Python looks for lost ones.

Thousands are made while modules load, and none of them is lost: looking as often as Python does by default is
a tenth of a second when the program starts.
"""

_WRONG = 2
_REFUSED = 1
_BROKEN_PIPE = 141
_INTERRUPTED = 130


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wordwaiter {__version__}")
        raise typer.Exit


def build_app(loaded: Iterable[str] = COMMANDS) -> typer.Typer:
    """Returns the command line. It lists all commands, and can run those that are `loaded`."""
    app = typer.Typer(
        name="wordwaiter",
        help="Runs crossword-tile tournaments, and judges words you can trust.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_options)
    register_commands(app, loaded)
    return app


def _brought(arguments: Sequence[str]) -> Path | None:
    """Returns the file from another laptop that was opened by double click, if it is all that is told."""
    if len(arguments) != 1 or not arguments[0].lower().endswith(MOVED):
        return None
    file = Path(arguments[0])
    if not file.is_file():
        raise MalformedFileError("no-moved-file", file, "there is no such file; check its name")
    return file


def _options(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version."
    ),
    verbose: bool = typer.Option(False, "--verbose", help="Print more details."),
) -> None:
    del version
    if verbose:
        logging.basicConfig(format="wordwaiter: %(message)s")
        logging.getLogger("wordwaiter").setLevel(logging.DEBUG)
    if context.invoked_subcommand is None:
        from wordwaiter.cli.server.start import start

        start()


def run() -> None:
    """Run the command line; every error of ours is one line on standard error and an exit status."""
    gc.set_threshold(_COLLECT_AFTER, *gc.get_threshold()[1:])
    # A program may be started with its streams closed, and then Python has none.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - stays open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that has no É gets \xc9, and no error
    sys.exit(_status())


def _status() -> int:
    try:
        if (brought := _brought(sys.argv[1:])) is not None:
            from wordwaiter.cli.server.start import start

            start(brought)
        status = build_app(asked_for(sys.argv[1:]))(standalone_mode=False)
        sys.stdout.flush()
    except WordwaiterError as error:
        return _fail(error, _REFUSED if isinstance(error, IllegalError | ConflictError) else _WRONG)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        if (
            context and error.format_message() == context.get_help()
        ):  # a group of commands, and none was named
            print(context.get_help())
            return _WRONG
        command = context.command_path if context else "wordwaiter"
        return _fail(f"{error.format_message().rstrip('.')}; see {command} --help", _WRONG)
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except SystemExit as end:
        # Typer ends with 1 when nobody reads on, which would mean `not good`; with 0 after completing a line.
        return _BROKEN_PIPE if end.code else 0
    except BrokenPipeError:
        _discard_output()
        return _BROKEN_PIPE
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename:
            return _fail(f"{error.filename}: {reason}", _WRONG)
        _discard_output()
        return _fail(reason, _WRONG)
    return status if isinstance(status, int) else 0


def _fail(sentence: object, status: int) -> int:
    # A file's name may hold a line end, and an error is one line.
    one_line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(sentence))
    with contextlib.suppress(OSError):  # where it cannot be said, the status still tells
        print(f"wordwaiter: {one_line}", file=sys.stderr)
    return status


def _discard_output() -> None:
    """Sends the rest of the output nowhere: Python would try again on exit, and fail with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

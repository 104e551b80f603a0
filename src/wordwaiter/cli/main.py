"""The command `wordwaiter`: its subcommands, and how errors become one line and an exit status."""

import logging
import os
import sys

import typer

from wordwaiter import __version__
from wordwaiter.cli import judge, lexicon, moves, replay, rulebook, rulings, selfplay, serve, train, words
from wordwaiter.errors import ConflictError, IllegalError, WordwaiterError

app = typer.Typer(
    name="wordwaiter",
    help="Runs crossword-tile tournaments, and judges words you can trust.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

judge.register(app)
lexicon.register(app)
words.register(app)
serve.register(app)
rulings.register(app)
rulebook.register(app)
replay.register(app)
moves.register(app)
selfplay.register(app)
train.register(app)

_WRONG = 2
_REFUSED = 1
_BROKEN_PIPE = 141
_INTERRUPTED = 130


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wordwaiter {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version."
    ),
    verbose: bool = typer.Option(False, "--verbose", help="Also tell what happens behind the scenes."),
) -> None:
    del version
    if verbose:
        logging.basicConfig(level=logging.DEBUG, format="wordwaiter: %(message)s")
    if context.invoked_subcommand is None:
        print(context.get_help())


def run() -> None:
    """Run the command line; every error of ours is one line on standard error and an exit status."""
    # A program may be started with its input or output closed, and then Python has none.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115 - stays open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.exit(_status())


def _status() -> int:
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except WordwaiterError as error:
        return _fail(error, _REFUSED if isinstance(error, IllegalError | ConflictError) else _WRONG)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
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
        _discard_output()
        reason = error.strerror or str(error)
        return _fail(f"{error.filename}: {reason}" if error.filename else reason, _WRONG)
    return status if isinstance(status, int) else 0


def _fail(sentence: object, status: int) -> int:
    # A file's name may hold a line end, and an error is one line.
    one_line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(sentence))
    print(f"wordwaiter: {one_line}", file=sys.stderr)
    return status


def _discard_output() -> None:
    """What is still to be printed goes nowhere: Python would try again on exit, and fail with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

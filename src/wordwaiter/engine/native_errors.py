"""Errors of the native core as errors for people."""

from collections.abc import Iterator
from contextlib import contextmanager

from wordwaiter import _core
from wordwaiter.errors import MalformedError


@contextmanager
def engine_errors_as_ours() -> Iterator[None]:
    """Turns refusals of the native engine into errors for people."""
    try:
        yield
    except _core.EngineError as error:
        code, sentence = error.args
        raise MalformedError(code, sentence) from error

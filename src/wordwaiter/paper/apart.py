"""Documents that strangers ask for, typeset in a process of its own: Typst keeps what it laid out lately, and
ten long lists are a gigabyte that the program would hold from then on."""

from typing import Final

from wordwaiter.errors import UnavailableError
from wordwaiter.paper.typesetting import Document, Sheet, pdf
from wordwaiter.service.jobs.own_process import Asked, OwnProcess, ProcessDiedError

_SECONDS: Final = 60
"""The longest list takes one or two on an old laptop."""


def pdf_apart(document: Document, sheet: Sheet) -> bytes:
    """Returns the document as a PDF file, and keeps nothing of it."""
    process = OwnProcess("paper", gives_way=True, tries=1)
    try:
        return process.do(_typeset, (document, sheet), seconds=_SECONDS)
    except (TimeoutError, ProcessDiedError) as error:
        raise UnavailableError("too-busy", "the server is busy; try again in a moment") from error
    finally:
        process.end()


def _typeset(asked: tuple[Document, Sheet], _by: Asked) -> bytes:
    """Runs in the other process."""
    return pdf(*asked)

"""Word study: searching a list, a quiz of what was found, and the printed list."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.lexicon.tiles import TileSet, shipped_tile_set
from wordwaiter.paper.apart import pdf_apart
from wordwaiter.paper.sizes import usual_paper
from wordwaiter.paper.typesetting import Sheet
from wordwaiter.paper.word_lists import PrintedWord, word_list_document
from wordwaiter.service.context import Context
from wordwaiter.service.study.searches import (
    MOST_PRINTED,
    SHOWN_AT_ONCE,
    StudyResult,
    StudyWish,
    found_word,
    lists_to_study,
    require_study,
    study,
    words_to_study,
)
from wordwaiter.service.tables.kind import is_closed
from wordwaiter.study.queries import LONGEST_STUDIED, Order, Use, WordQuery
from wordwaiter.study.questions import Anagram
from wordwaiter.web.http.aside import STUDIES, WORD_PAPERS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.pages.papers import paper_named
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_TYPED: Final = (
    "list", "pattern", "letters", "use", "shortest", "longest", "front", "back", "first", "last",
    "order", "all",
)  # fmt: skip
_PRINTING_COSTS: Final = 20


@dataclass(frozen=True, slots=True)
class Start:
    """A search that is offered to those who do not know what to type."""

    name: str
    asked: str
    """Its fields, as an address has them."""


_STARTS: Final = (
    Start("twos", "shortest=2&longest=2&order=alphabet"),
    Start("threes", "shortest=3&longest=3&order=alphabet"),
    Start("sevens", "shortest=7&longest=7&first=1&last=100"),
    Start("eights", "shortest=8&longest=8&first=1&last=100"),
)
_ENGLISH_STARTS: Final = (
    Start("jqxz", "pattern=*[JQXZ]*&shortest=4&longest=4"),
    Start("q-without-u", "pattern=*Q[^U]*"),
)


@get("/study", who=anybody)
async def show_study(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The form, and what was found; while a round runs, the word that it is closed."""
    fields = asked_fields(request)
    if is_closed(context) or not any(fields.text(name) for name in _TYPED):
        return await asyncio.to_thread(_page, request, context, fields)
    asker = require_room(request)
    try:
        wish = _wish(fields)
        found = await STUDIES.made(partial(study, context, wish), asker)
    except WordwaiterError as error:
        return _page(request, context, fields, problem=refusal_text(request, error), status=status_of(error))
    return await asyncio.to_thread(_page, request, context, fields, found=found)


@get("/study/print", who=anybody)
async def print_words(request: AnyRequest, context: NamedDependency[Context]) -> Response[bytes]:
    """The words that were found as a PDF file, with their hooks."""
    require_study(context)
    asker = require_room(request, _PRINTING_COSTS)
    wish = _wish(asked_fields(request))
    content = await WORD_PAPERS.made(partial(_printed, request, context, wish), asker)
    headers = {"Content-Disposition": 'inline; filename="words.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _printed(request: AnyRequest, context: Context, wish: StudyWish) -> bytes:
    lexicon, found = words_to_study(context, wish)
    words = catalogue(reader_of(request).language)
    rows = []
    for word in found[:MOST_PRINTED]:
        each = found_word(lexicon, word)
        rows.append(PrintedWord(word, each.word.front, each.word.back, each.place))
    document = word_list_document(
        words.say("study.printed", list=lexicon.title or lexicon.name),
        words.say("study.printed-shown", n=len(found), shown=len(rows)),
        (words.say("study.front-hooks"), words.say("study.word"), words.say("study.back-hooks"), "#"),
        rows,
    )
    paper = paper_named(request.query_params.get("paper"))
    return pdf_apart(document, Sheet(paper or usual_paper((), request.headers.get("accept-language", ""))))


def require_room(request: AnyRequest, cost: int = 1) -> str:
    """Returns who asks, as queues know them; refuses those who have asked too often."""
    asker = asker_of(request)
    request.app.state.limits.studies.require(asker, cost)
    return asker


def asked_fields(request: AnyRequest) -> Fields:
    """The fields of an address, as the form of the page sends them."""
    return Fields({name: [value[:200]] for name, value in request.query_params.items()})


def _wish(fields: Fields) -> StudyWish:
    query = WordQuery(
        pattern="".join(fields.text("pattern").split()),
        letters="".join(fields.text("letters").split()),
        use=fields.choice("use", Use) if fields.text("use") else Use.ALL,
        shortest=fields.number_if_any("shortest") or 2,
        longest=fields.number_if_any("longest") or LONGEST_STUDIED,
        front=fields.text("front"),
        back=fields.text("back"),
        first=fields.number_if_any("first") or 1,
        last=fields.number_if_any("last"),
        order=fields.choice("order", Order) if fields.text("order") else Order.PROBABILITY,
    )
    return StudyWish(query, fields.text("list"), fields.number_if_any("from") or 1, fields.has("all"))


def _page(
    request: AnyRequest,
    context: Context,
    fields: Fields,
    *,
    found: StudyResult | None = None,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    lists = lists_to_study(context)
    letters = next((card.letters for card in lists if card.name == fields.text("list")), None)
    is_english = (letters or (lists[0].letters if lists else "english")) == "english"
    return page(
        request,
        "study.html",
        status=status,
        here_is="search",
        problem=problem,
        closed=is_closed(context),
        lists=lists,
        typed=fields.text,
        shows_all=fields.has("all"),
        is_open_more=any(fields.text(name) for name in ("front", "back", "first", "last", "all")),
        starts=(*_STARTS, *(_ENGLISH_STARTS if is_english else ())),
        same_list=urlencode({"list": fields.text("list")}) if fields.text("list") else "",
        found=found,
        pages=None if found is None else _pages(fields, found),
        at_once=SHOWN_AT_ONCE,
        longest=LONGEST_STUDIED,
        figure=partial(figure, language=reader_of(request).language),
        quiz=None if found is None else quiz_data(found.card.name, found.card.letters, found.questions),
    )


@dataclass(frozen=True, slots=True)
class Pages:
    """The addresses around a page of results."""

    printed: str
    before: str | None
    after: str | None


def _pages(fields: Fields, found: StudyResult) -> Pages:
    asked = {name: fields.text(name) for name in _TYPED if fields.text(name)}

    def at(start: int) -> str:
        return f"/study?{urlencode({**asked, 'from': str(start)})}"

    after = found.start + SHOWN_AT_ONCE
    return Pages(
        f"/study/print?{urlencode(asked)}",
        at(max(1, found.start - SHOWN_AT_ONCE)) if found.start > 1 else None,
        at(after) if after <= found.total else None,
    )


def quiz_data(list_name: str, letters: str, questions: tuple[Anagram, ...]) -> dict[str, Any]:
    """Returns a quiz as the script of the page takes it."""
    tile_set = shipped_tile_set(letters)
    return {
        "list": list_name,
        "reads": dict(tile_set.reads_as),
        "questions": [question_data(tile_set, each) for each in questions],
    }


def question_data(tile_set: TileSet, question: Anagram) -> dict[str, Any]:
    """Returns a question as scripts take it; its key is the same on all devices."""
    between = "" if all(len(label) == 1 for label in tile_set.labels) else "·"
    return {
        "key": between.join(question.tiles),
        "tiles": question.tiles,
        "answers": [
            {
                "word": each.word,
                "front": each.front,
                "back": each.back,
                "inner": [each.loses_first, each.loses_last],
            }
            for each in question.answers
        ],
    }


study_routes: Final = (show_study, print_words)

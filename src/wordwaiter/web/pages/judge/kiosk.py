"""The judging station: its page and its form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import QueryParameter, URLEncodedBody
from litestar.response import Response

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.judging.kiosk import StationChoice, station_choices, station_judge
from wordwaiter.service.judging.missing_lists import missing_for, replaced_for
from wordwaiter.service.judging.rulings import rule_play
from wordwaiter.web.api.judge import Answer, answer_of
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.guards import the_word_list
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.render.missing_lists import missing_views, replaced_notes
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import page, reader_of
from wordwaiter.web.words import LANGUAGES, Catalogue, catalogue
from wordwaiter.web.words.sentences import titled

PlainRequest = Request[None, None, State]

_ENGLISH: Final = catalogue(LANGUAGES[0])


@dataclass(frozen=True, slots=True)
class Station:
    """Who asks what of the judging station."""

    context: Context
    caller: Caller
    of: str


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of the page."""

    words: str = ""


Of = Annotated[str, QueryParameter(max_length=100)]
"""The division whose play it is, where that matters."""


@get("/judge", sync_to_thread=True)
def show_judge(
    request: PlainRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    of: Of = "",
) -> Response[str]:
    """The page, ready for a question."""
    return _page(request, Station(context, caller, of))


@post("/judge", status_code=200, sync_to_thread=True)
def judge_form(
    request: PlainRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[QuestionForm],
    of: Of = "",
) -> Response[str]:
    """The page with the verdict: what a browser without scripts gets."""
    station = Station(context, caller, of)
    try:
        ruling = rule_play(context, station_judge(context, caller, of), device_of(request), data.words)
    except (MalformedError, UnavailableError) as error:
        return _page(
            request, station, typed=data.words, problem=refusal_text(request, error), status=status_of(error)
        )
    return _page(request, station, verdict=answer_of(ruling))


judge_routes = Routes("/", route_handlers=[show_judge, judge_form], opt={"who": the_word_list})


def _page(
    request: PlainRequest,
    station: Station,
    *,
    typed: str = "",
    problem: str = "",
    verdict: Answer | None = None,
    status: int = 200,
) -> Response[str]:
    choices = station_choices(station.context, station.caller)
    chosen = next((each for each in choices if each.of == station.of), None)
    judge = chosen.judge if chosen is not None else _judge_of_all(station, choices)
    reader = reader_of(request)
    words = catalogue(reader.language)
    asked = {"theme": reader.theme, "of": None if chosen is None else chosen.of}
    return page(
        request,
        "judge.html",
        status=status,
        typed=typed,
        problem=problem,
        verdict=verdict,
        choices=choices,
        chosen=chosen,
        query=_query(asked),
        # Who plays asks at a device that is there for it alone, and it stays at this page.
        is_station=any(grant.role is Role.JUDGING_STATION for grant in station.caller.grants),
        missing=missing_views(missing_for(station.context, station.caller), words),
        replaced=replaced_notes(replaced_for(station.context, station.caller), words),
        lists="" if judge is None else lists_line(judge, words),
    )


def _judge_of_all(station: Station, choices: Sequence[StationChoice]) -> Judge | None:
    """Returns the judge of every word that may come; `None` where the division must be named first."""
    return None if choices else station_judge(station.context, station.caller)


def _query(asked: Mapping[str, str | None]) -> str:
    told = urlencode({name: value for name, value in asked.items() if value})
    return f"?{told}" if told else ""


def lists_line(judge: Judge, words: Catalogue = _ENGLISH) -> str:
    """The lists that decide, as the page names them: `Word list: ENABLE (enable1), 172,820 words`."""
    lists = [
        words.say(
            "judge.list",
            title=titled(words.language, lexicon.title).text
            + (f" ({lexicon.edition})" if lexicon.edition else ""),
            n=lexicon.count,
            count=figure(lexicon.count, words.language),
        )
        for lexicon in judge.lexicons
    ]
    return words.say("judge.lists", n=len(lists), lists="; ".join(lists))

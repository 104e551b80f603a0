"""The judging station: its page, its form, and the same question for programs."""

from dataclasses import dataclass

import msgspec
from litestar import Request, Router, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody, URLEncodedBody
from litestar.response import Response

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.service.judging import JudgeDesk, Ruling, rule_play
from wordwaiter.store.facts import write_time
from wordwaiter.web.door import device_of
from wordwaiter.web.pages import page
from wordwaiter.web.problems import status_of
from wordwaiter.web.who import the_word_list

PlainRequest = Request[None, None, State]


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of the page."""

    words: str = ""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What a program asks: the words of one play."""

    words: str | list[str]


class ListName(msgspec.Struct):
    """A word list that decided."""

    name: str
    hash: str


class Answer(msgspec.Struct):
    """One verdict for the whole play. Which word was bad is not told."""

    number: int
    time: str
    good: bool
    words: list[str]
    lists: list[ListName]


@get("/judge", sync_to_thread=False)
def show_judge(request: PlainRequest, desk: NamedDependency[JudgeDesk]) -> Response[str]:
    """The page, ready for a question."""
    return _page(request, desk)


@post("/judge", status_code=200, sync_to_thread=True)
def judge_form(
    request: PlainRequest,
    desk: NamedDependency[JudgeDesk],
    data: URLEncodedBody[QuestionForm],
) -> Response[str]:
    """The page with the verdict: what a browser without scripts gets."""
    try:
        ruling = rule_play(desk, device_of(request), data.words)
    except (MalformedError, UnavailableError) as error:
        return _page(request, desk, typed=data.words, problem=error.sentence, status=status_of(error))
    return _page(request, desk, verdict=_answer(ruling))


@post("/api/v1/judge", status_code=200, sync_to_thread=True)
def judge_for_programs(
    request: PlainRequest, desk: NamedDependency[JudgeDesk], data: JSONBody[Question]
) -> Answer:
    """The verdict on a play, for programs and for the page's script."""
    text = data.words if isinstance(data.words, str) else " ".join(data.words)
    return _answer(rule_play(desk, device_of(request), text))


judge_routes = Router(
    "/", route_handlers=[show_judge, judge_form, judge_for_programs], opt={"who": the_word_list}
)


def _answer(ruling: Ruling) -> Answer:
    return Answer(
        number=ruling.number,
        time=write_time(ruling.time),
        good=ruling.good,
        words=[word.word for word in ruling.words],
        lists=[ListName(used.name, used.hash) for used in ruling.lists],
    )


def _page(
    request: PlainRequest,
    desk: JudgeDesk,
    *,
    typed: str = "",
    problem: str = "",
    verdict: Answer | None = None,
    status: int = 200,
) -> Response[str]:
    return page(
        request,
        "judge.html",
        status=status,
        typed=typed,
        problem=problem,
        verdict=verdict,
        lists=lists_line(desk.judge),
    )


def lists_line(judge: Judge) -> str:
    """The lists that decide, as the page names them: `Word list: ENABLE (enable1), 172,820 words`."""
    lists = [
        f"{lexicon.title}{f' ({lexicon.edition})' if lexicon.edition else ''}, {lexicon.count:,} words"
        for lexicon in judge.lexicons
    ]
    return f"{'Word list' if len(lists) == 1 else 'Word lists'}: {'; '.join(lists)}"

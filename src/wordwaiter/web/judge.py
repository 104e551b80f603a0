"""The judging station: its page and its form."""

from dataclasses import dataclass

from litestar import Request, Router, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import URLEncodedBody
from litestar.response import Response

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.service.judging import JudgeDesk, rule_play
from wordwaiter.web.api.judge import Answer, answer_of
from wordwaiter.web.door import device_of
from wordwaiter.web.pages import page
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import the_word_list

PlainRequest = Request[None, None, State]


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of the page."""

    words: str = ""


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
        return _page(
            request, desk, typed=data.words, problem=refusal_text(request, error), status=status_of(error)
        )
    return _page(request, desk, verdict=answer_of(ruling))


judge_routes = Router("/", route_handlers=[show_judge, judge_form], opt={"who": the_word_list})


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

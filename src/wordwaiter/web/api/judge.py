"""The word judge for programs: a verdict on a play, and the log of rulings."""

from typing import Annotated, Final, Literal

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.judging.kiosk import station_judge
from wordwaiter.service.judging.queue import Settling, Waiting, judge_queue, settle
from wordwaiter.service.judging.rulings import ListUsed, RuledWord, Ruling, read_rulings, rule_play
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.store.facts import write_time
from wordwaiter.web.api.sent import AnyRequest, json_body
from wordwaiter.web.api.wire import Text
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.guards import only, the_rulings, the_word_list
from wordwaiter.web.http.routes import Routes

SHOWN: Final = 200

LARGEST_QUESTION: Final = 16 * 1024
"""Bytes of a question; anybody may ask, and a play is short."""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """A program's question: the words of one play."""

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
    sponsors: list[str]
    """Words that are good as names of sponsors."""


class RulingResponse(msgspec.Struct):
    """A ruling as it stands in the log, with the ground of each word that was not good."""

    number: int
    time: str
    good: bool
    words: list[RuledWord]
    lists: list[ListUsed]
    longest: int | None
    address: str


class Settled(msgspec.Struct, forbid_unknown_fields=True):
    """A judge's answer to one matter in the queue."""

    id: Text
    answer: Literal["good", "bad", "coming", "over", "confirm", "void", "strike", "accept", "reopen"]
    """Of words, whether they are good; to a call, that somebody is coming or that it is over.

    To a challenged word of a board also `confirm` and `void`; to a faulty board `strike`, `accept` or
    `reopen`; to a word that a peek had refused `strike` or `accept`.
    """
    note: Text = ""
    """The ground, or what came of a call."""
    points: int | None = None
    """Of a challenged word whose board is not here; with `confirm`, those that are confirmed."""
    words: list[Text] = []
    """Those to strike of a faulty board, as the queue names them: `8D CAT`."""


@post(
    "/judge",
    dependencies={"sent": json_body(Question)},
    request_max_body_size=LARGEST_QUESTION,
    status_code=200,
    sync_to_thread=True,
    who=the_word_list,
)
def ask_judge(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    sent: NamedDependency[Question],
    of: Annotated[
        str,
        QueryParameter(
            max_length=100,
            description="The division whose play it is, such as tournament-1/2; needed only where the "
            "divisions that play are judged by different word lists.",
        ),
    ] = "",
) -> Answer:
    """One verdict for all words of a play; which word was bad is not told."""
    text = sent.words if isinstance(sent.words, str) else " ".join(sent.words)
    return answer_of(rule_play(context, station_judge(context, caller, of), device_of(request), text))


@get("/judge/rulings", sync_to_thread=True, who=the_rulings)
def list_rulings(
    request: AnyRequest,
    context: NamedDependency[Context],
    newest: Annotated[int, QueryParameter(ge=1, le=10_000, description="Only the last so many.")] = SHOWN,
) -> list[RulingResponse]:
    """The newest rulings with their grounds, oldest first."""
    return [
        RulingResponse(
            ruling.number,
            write_time(ruling.time),
            ruling.good,
            list(ruling.words),
            list(ruling.lists),
            ruling.longest,
            ruling.address,
        )
        for ruling in read_rulings(context, device_of(request), newest=newest)
    ]


@get("/judge/queue", sync_to_thread=True, who=only(Role.JUDGE))
def show_queue(context: NamedDependency[Context], caller: NamedDependency[Caller]) -> list[Waiting]:
    """Lists what waits for a judge: challenges, holds, peeks, calls, with the word lists' answers."""
    return list(judge_queue(context, caller))


@post(
    "/judge/queue",
    dependencies={"sent": json_body(Settled)},
    status_code=200,
    who=only(Role.JUDGE),
)
async def settle_in_queue(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    sent: NamedDependency[Settled],
) -> Waiting:
    """Rule on one thing of the queue, or go to a table that called; answers with what it was."""
    return await settle(
        context, caller, Settling(sent.id, sent.answer, sent.note, sent.points, tuple(sent.words)), meta
    )


def answer_of(ruling: Ruling) -> Answer:
    """A ruling as those are told of it who asked."""
    return Answer(
        number=ruling.number,
        time=write_time(ruling.time),
        good=ruling.good,
        words=[word.word for word in ruling.words],
        lists=[ListName(used.name, used.hash) for used in ruling.lists],
        # Of a play that is not good nobody is told which of its words would have been.
        sponsors=[word.word for word in ruling.words if word.sponsor and ruling.good],
    )


judge_api_routes = Routes(
    "/", route_handlers=[ask_judge, list_rulings, show_queue, settle_in_queue], tags=["judge"]
)

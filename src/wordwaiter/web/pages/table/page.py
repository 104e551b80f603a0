"""The table: the page of whoever keeps its score or plays at it, and what its forms ask for."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.errors import ConflictError, IllegalError, WordwaiterError
from wordwaiter.game.commands import Command, DeclareRack, DrawFirst, Undo, UndoRuling
from wordwaiter.game.deciders.at_turn import turn_under_way
from wordwaiter.game.deciders.laying import Preview
from wordwaiter.game.facts import Fact
from wordwaiter.game.signers import signs_by_member
from wordwaiter.game.table import Stage, Table
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async, sent_before
from wordwaiter.service.photos.final_boards import saved_final, takes_final_photo
from wordwaiter.service.rounds.known_chances import KnownChances, chances_by_racks
from wordwaiter.service.rounds.round_tables import table_for
from wordwaiter.service.stream_kind import CommandMeta, Outcome
from wordwaiter.service.tables.board_photos import takes_photos
from wordwaiter.service.tables.computer import Strength, computers_at
from wordwaiter.service.tables.free_games import play_on
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.scene import AtTable, Scene, at_table, preview_at, scene_at
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tables.team_peeks import peeks_at
from wordwaiter.service.tables.views import bring_to_hand
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import facts as t
from wordwaiter.tournament.commands import BuyPeek, CallOfficial
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.aside import CHAMPIONS, GAMES
from wordwaiter.web.http.authentication import caller_of, is_signed_out
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, command_from_form
from wordwaiter.web.pages.landing import way_back
from wordwaiter.web.pages.table.chances import chances_in_turn
from wordwaiter.web.pages.table.forms import (
    Doubt,
    DoubtfulPointsError,
    command_of,
    doubt_about,
    require_timely,
    turn_meant,
)
from wordwaiter.web.pages.table.kept_photos import shown_photos
from wordwaiter.web.pages.table.turns import played_text
from wordwaiter.web.pages.table.view import final_totals_text, signers_here, table_view
from wordwaiter.web.render.boards import square_name
from wordwaiter.web.render.money import money_text
from wordwaiter.web.render.numbers import money
from wordwaiter.web.render.refusals import plain, refusal_text, sentence_in
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue
from wordwaiter.web.words.sentences import as_sentence, plainly

_NEWS: Final = tuple(
    fact.KIND
    for fact in (
        t.OfficialCalled,
        t.CallAnswered,
        t.CallEnded,
        t.RoundHalted,
        t.RoundWithdrawn,
        t.RoundStarted,
    )
)
"""Facts of the tournament that a table's page shows."""

_NEWS_OF_RACKS: Final = tuple(fact.KIND for fact in (t.RacksShown, t.RacksHidden))
"""News for whoever tells racks for a video stream: no team does. A feed has only so many topics."""

_NEWS_OF_TABLE: Final = tuple(
    fact.KIND for fact in (t.GameForfeited, t.ResultSettled, t.GameCancelled, t.ResultWithdrawn)
)
"""News that a page wants of its own table alone: a hundred may sign in one minute."""

_NEWS_OF_PEEKS: Final = tuple(fact.KIND for fact in (t.PeekBought, t.PeekAnswered, t.PeekAnswerUndone))
"""News for whoever sells peeks at a table."""

_NEWS_OF_RULINGS: Final = tuple(
    fact.KIND for fact in (t.BoardWordRuled, t.BoardRulingUndone, t.RefusedWordRuled, t.RefusedWordUndone)
)
"""News of words on a team's board, which change its total."""

CALL_REASONS: Final = ("rules", "score", "tiles", "clock")
"""The commonest reasons to call an official, ready to be chosen."""


@get("/tables/{stream:path}", who=anybody)
async def show_table(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """A table as it stands, with everything that whoever asks may do at it."""
    scene = await asyncio.to_thread(scene_at, context, caller, stream.removeprefix("/"))
    return await _shown(request, scene, chances=await _known_chances(request, context, scene))


async def _shown(request: AnyRequest, scene: Scene, **told: Any) -> Response[str]:
    """The page, made in a thread: in those askers take turns, in the event loop all would wait."""
    return await asyncio.to_thread(_page, request, scene, **told)


async def _known_chances(request: AnyRequest, context: Context, scene: Scene) -> KnownChances | None:
    """How often each side won when the director's delay began, for those who look on; nothing for others."""
    if scene.place is None or scene.setting is None or not scene.setting.streams_racks:
        return None
    if scene.seats or scene.keeps or scene.table.stage is not Stage.PLAYING:
        return None
    delay_ms = context.states.of(scene.place.tournament).state.racks_delay_ms
    make = partial(chances_by_racks, context, scene.stream, delay_ms, scene.now_ms)
    return await chances_in_turn(request, make)


@post("/tables/{stream:path}", status_code=200, who=anybody_who_joined)
async def act_at_table(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Does what one form of the page asks for, and shows the page again; or says why not."""
    return await act(request, context, caller, stream.removeprefix("/"), await Fields.of(request))


async def act(
    request: AnyRequest, context: Context, caller: Caller, name: str, fields: Fields
) -> Response[Any]:
    """Does what a form asks for at a table; shows its page again, or says why not."""
    words = catalogue(reader_of(request).language)
    await bring_to_hand(context, name)
    at = at_table(context, caller, name)
    try:
        doubt = doubt_about(at, fields)
        if doubt is not None and not wants_json(request):
            return await _shown(request, scene_at(context, caller, name), typed=fields, doubt=doubt)
        meta = replace(fields.meta, turn=turn_meant(fields), waited_ms=_waited_ms(request, at))
        said = await _ask_tournament(context, caller, at, fields, words)
        if said is None and await _is_sent_again(context, caller, at, meta):
            said = _turn_message(at.table, meta.turn, words)
        if said is None:
            command = command_of(at, fields, caller.name)
            outcome = await _execution(request, context, caller, at, command, meta)
            after = table_for(context, caller, name, outcome.state)
            said = _message_after(command, at.table, after, words)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return await _shown(
            request,
            scene_at(context, caller, name),
            problem=refusal_text(request, error),
            typed=fields,
            again=fields.text("points") if isinstance(error, DoubtfulPointsError) else "",
            status=status_of(error),
        )
    return done(request, f"/tables/{name}", said)


def _execution(
    request: AnyRequest, context: Context, caller: Caller, at: AtTable, command: Command, meta: CommandMeta
) -> Awaitable[Outcome[Table, Fact]]:
    """Returns what executes a command when it is awaited; in a free game the computer plays on."""
    if not at.is_free:
        return execute_async(context, caller, TABLES, at.stream, command, meta)
    queue = CHAMPIONS if Strength.CHAMPION in computers_at(at.table).values() else GAMES
    return queue.made(partial(play_on, context, caller, at.stream, command, meta), asker_of(request))


async def _ask_tournament(
    context: Context, caller: Caller, at: AtTable, fields: Fields, words: Catalogue
) -> str | None:
    """Does what a form asks of the tournament; nothing where it is for the table itself."""
    if at.place is None:
        return None
    tell = partial(execute_async, context, caller, TOURNAMENTS, at.place.tournament, meta=fields.meta)
    match fields.text("do"):
        case "call":
            await tell(_call(at.place, fields, words))
            return words.say("table.called")
        case "peek" if (sold := peeks_at(context, caller, at.stream, at.table)) is not None:
            bought = command_from_form(fields, BuyPeek, by=caller.name, team=sold.team)
            return money_text(await tell(bought), words)
        case _:
            return None


WAITED: Final = "Wordwaiter-Waited"
"""The header in which a page says how many milliseconds an entry has waited for the network."""


def _waited_ms(request: AnyRequest, at: AtTable) -> int:
    """Returns how long ago a form was filled in; believed of whoever keeps the score, and of no player."""
    told = request.headers.get(WAITED, "")
    is_number = told.isascii() and told.isdigit() and len(told) < 10
    return int(told) if at.writes_for_all and is_number else 0


async def _is_sent_again(context: Context, caller: Caller, at: AtTable, meta: CommandMeta) -> bool:
    """Checks if a form of a turn that is over was taken when it was sent before; otherwise refuses it."""
    try:
        require_timely(at.table, meta.turn)
    except ConflictError:
        if await asyncio.to_thread(sent_before, context.journal, caller, at.stream, meta) is None:
            raise
        return True
    return False


def _message_after(command: Command, before: Table, after: Table, words: Catalogue) -> str:
    """Returns what is said of a command, with the table before it and after it."""
    match command:
        case DeclareRack() if before.count is not None:
            totals = {"before": final_totals_text(before, words), "after": final_totals_text(after, words)}
            return words.say("table.recounted", **totals)
        case DeclareRack(seat=seat) if before.stage is Stage.PLAYING:
            return words.say("table.rack-told", who=before.seats[seat].name)
        case Undo():
            taken = len(before.turns)
            return words.say("table.undone", n=taken) if len(after.turns) < taken else ""
        case UndoRuling():
            return words.say("table.ruling-undone")
        case DrawFirst(tile=tile) if after.first_draw is not None and not any(after.first_draw):
            return words.say("table.drawn-tied", tile=tile or "")
        case _:
            return _turn_message(after, turn_under_way(before), words)


def _turn_message(after: Table, number: int | None, words: Catalogue) -> str:
    """Returns the sentence about a turn that was taken; empty where none was."""
    if number is None or not 1 <= number <= len(after.turns):
        return ""
    turn, told = after.turns[number - 1], played_text(after, number, words)
    if turn.points:
        return words.say("table.scored", play=told, n=turn.points)
    return words.say("table.did", who=after.seats[turn.seat].name, told=told)


def _call(place: BoardPlace, fields: Fields, words: Catalogue) -> CallOfficial:
    given: dict[str, object] = {"table": place.table, "reason": _call_reason(fields, words)}
    if not fields.text("wanted"):
        given["wanted"] = Official.JUDGE
    return command_from_form(fields, CallOfficial, **given)


def _call_reason(fields: Fields, words: Catalogue) -> str:
    """Returns the reason for a call: a ready answer, own words, both, or neither."""
    about = fields.text("about")
    ready = words.say(f"table.call-{about}") if about in CALL_REASONS else ""
    return ": ".join(told for told in (ready, fields.text("reason")) if told)


@get("/previews/{stream:path}", who=anybody_who_joined)
async def show_preview(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    play: Annotated[str, QueryParameter(max_length=80)] = "",
) -> dict[str, Any]:
    """Previews a play: its score, word by word, and faults of its shape; not whether words are good."""
    name = stream.removeprefix("/")
    await bring_to_hand(context, name)
    seen = preview_at(context, caller, name, play)
    return _preview(seen, reader_of(request).language)


def _preview(seen: Preview | None, language: str) -> dict[str, Any]:
    if seen is None:
        return {"points": None, "words": [], "lines": [], "faults": []}
    squares = [square_name(square) for square in seen.placement.squares]
    return {
        "points": None if seen.score is None or seen.faults else seen.score.total,
        "words": [] if seen.score is None else [[word.word, word.points] for word in seen.score.words],
        "lines": [] if seen.score is None else [plainly(language, line) for line in seen.score.explain()],
        "faults": [
            {"text": _fault_text(fault.error(), language), "squares": squares} for fault in seen.faults
        ],
    }


def _fault_text(fault: IllegalError, language: str) -> str:
    return as_sentence(plain(sentence_in(language, fault.code, fault.sentence, fault.facts, fault.clause)))


def _page(
    request: AnyRequest,
    scene: Scene,
    *,
    problem: str = "",
    typed: Fields | None = None,
    doubt: Doubt | None = None,
    again: str = "",
    status: int = 200,
    chances: KnownChances | None = None,
) -> Response[str]:
    words = catalogue(reader_of(request).language)
    context, caller = request.app.state.context, caller_of(request)
    keeps_the_score = scene.is_virtual and scene.keeps
    return page(
        request,
        "table.html",
        status=status,
        problem=problem,
        typed="" if typed is None else typed.text("play"),
        turn=(None if typed is None or doubt is None else turn_meant(typed)) or turn_under_way(scene.table),
        doubt=doubt,
        again=again,
        chances=chances,
        call_reasons=CALL_REASONS,
        takes_photos=takes_photos(scene),
        takes_final=takes_final_photo(context, caller, scene),
        photos=() if scene.place is None else shown_photos(context, caller, scene.stream),
        final=None if scene.place is None else saved_final(context, caller, scene),
        news=(*_NEWS, *(_NEWS_OF_RULINGS if signs_by_member(scene.table, 0) else _NEWS_OF_RACKS)),
        news_of_table=_NEWS_OF_TABLE,
        news_of_peeks=_NEWS_OF_PEEKS,
        dollars=partial(money, language=words.language),
        joined=bool(caller.grants_for(scene.stream)),
        signed_out=is_signed_out(request, scene.stream),
        back="" if scene.setting is None else way_back(caller, scene.stream),
        signers=signers_here(scene, words, keeps_the_score=keeps_the_score),
        **table_view(scene, words),
    )


table_routes = (show_table, act_at_table, show_preview)

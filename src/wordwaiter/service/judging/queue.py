"""The judges' queue: everything that waits for one of them, and what the word list says of it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Played, Table
from wordwaiter.lexicon.judge import Ground
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, director_of_everything, refusal
from wordwaiter.service.access.permissions import calls_for
from wordwaiter.service.execute import execute_async, sent_before
from wordwaiter.service.judging.board_faults import FaultyBoard, faults_of, ruling_on
from wordwaiter.service.judging.board_words import BoardKnown, ChallengedOnBoard, word_on_board
from wordwaiter.service.judging.refused_words import RefusedSeen, refused_in
from wordwaiter.service.judging.whole_boards import lacking_words
from wordwaiter.service.judging.word_lists import judge_of_division
from wordwaiter.service.rounds.round_tables import table_for
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.stream_names import division_numbered, place_of
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import streams_in
from wordwaiter.store.facts import Fact
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


class Matter(Enum):
    """The kinds of matters that wait for a judge."""

    CHALLENGE = "challenge"
    """Words of the last play of a table."""
    HOLD = "hold"
    """A table on which nobody draws until a word is verified."""
    PEEK = "peek"
    """A word that a team paid to have looked up."""
    BOARD_WORD = "board-word"
    """A word on another team's board."""
    FAULT = "fault"
    """A board that was handed in and with which something is wrong."""
    REFUSED = "refused"
    """A word that a peek answered not good, and that stands on the team's board."""
    CALL = "call"
    """Somebody at a table wants an official."""

    @property
    def is_about_words(self) -> bool:
        return self in (Matter.CHALLENGE, Matter.HOLD, Matter.PEEK, Matter.BOARD_WORD)


@dataclass(frozen=True, slots=True)
class ListSays:
    """The answer of the division's word lists about the words."""

    good: bool
    grounds: tuple[str, ...]
    """Of those that are not good, a line each."""
    lists: tuple[str, ...]
    """The lists that say so."""
    sponsors: tuple[str, ...] = ()
    """Those that are good as names of sponsors."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for a judge."""

    matter: Matter
    id: str
    """Names it in a form; another ruling in between makes it another thing."""
    tournament: str
    title: str
    """The name of the tournament."""
    table: int | None
    who: str
    since_ms: int
    """When it was asked, in milliseconds since 1970."""
    division: str | None = None
    """Of a call it is not known."""
    words: tuple[str, ...] = ()
    """Those that are ruled on; of a hold, those that the play made."""
    note: str = ""
    """Where they are; of a hold and a challenge the play itself."""
    says: ListSays | None = None
    answered_by: str | None = None
    """Who is on the way to a table that called."""
    on_board: ChallengedOnBoard | None = None
    """A word on another team's board."""
    lacking: tuple[str, ...] = ()
    """All words of that board that the lists do not have."""
    fault: FaultyBoard | None = None
    refused: RefusedSeen | None = None

    @property
    def has_verdict(self) -> bool:
        """Checks if it is ruled on by one key: good, or not good."""
        is_here = self.on_board is None or self.on_board.known is BoardKnown.HERE
        return self.matter.is_about_words and is_here


SETTING_OF: Final = {
    Ground.NOT_IN_LIST: "words.lists",
    Ground.HYPHEN_OR_APOSTROPHE: "words.refused_kinds",
    Ground.CAPITAL: "words.refused_kinds",
    Ground.TOO_LONG: "table.longest_word",
    Ground.NO_SUCH_TILE: "table.tile_set",
}
"""The setting of a division's rules on which each ground rests: each event cites its own clauses."""


def judge_queue(context: "Context", caller: Caller) -> tuple[Waiting, ...]:
    """Returns everything that waits for judges in the caller's tournaments, the longest wait first."""
    judged = [stream for stream in streams_in(context) if caller.works_in(stream, Role.JUDGE)]
    if not judged and not any(grant.role in (Role.JUDGE, Role.DIRECTOR) for grant in caller.grants):
        raise refusal(caller, Role.JUDGE)
    ended = context.devices.ended()
    waiting = (
        each
        for stream in judged
        if stream not in ended
        for each in (
            *_at_tables(context, stream),
            *_in_tournament(context, stream, _heard_by(caller, stream, context.states.of(stream).state)),
        )
        if each.division is None or caller.holds_in(stream, each.division, Role.JUDGE)
    )
    return tuple(sorted(waiting, key=lambda each: each.since_ms))


def _heard_by(caller: Caller, stream: str, state: Tournament) -> Tournament:
    """Returns a tournament with those calls that a judge hears: of one division, those of its tables."""
    heard = calls_for(caller, stream, state)
    return state if heard == state.calls else replace(state, calls=heard)


@dataclass(frozen=True, slots=True)
class Settling:
    """A judge's answer to one matter in the queue."""

    id: str
    answer: str
    """`good`, `bad`; to a call that somebody is `coming`, or that it is `over`.

    To a word of a board also `confirm`, for points that another official entered, and `void`. To a faulty
    board `strike` for some of its words, `accept` with a reason, or `reopen` to have it entered again. To a
    word that a peek had refused `strike`, or `accept` with a reason.
    """
    note: str = ""
    points: int | None = None
    """Of a word whose board is not here; with `confirm`, those that are confirmed."""
    words: tuple[str, ...] = ()
    """Those to strike of a faulty board, as it names them."""


async def settle(
    context: "Context", caller: Caller, settling: Settling, meta: CommandMeta = NO_META
) -> Waiting:
    """Rules on one thing of the queue, or goes to a table that called; sent again, the same answer."""
    ident, answer, note = settling.id, settling.answer, settling.note
    stream, _, key = ident.partition(":")[2].rpartition("#")
    queue = await asyncio.to_thread(judge_queue, context, caller)
    waiting = next((each for each in queue if each.id == ident), None)
    if waiting is None:
        # It may not wait any more only because it was settled when this was sent for the first time.
        before = await asyncio.to_thread(sent_before, context.journal, caller, stream, meta)
        waiting = None if before is None else _waited_before(context, ident, before[0])
        if waiting is None:
            raise ConflictError("settled-already", "somebody else settled this, or it was withdrawn")
        return waiting
    matter = waiting.matter
    if matter.is_about_words and answer not in _VERDICTS.get(matter, ("good", "bad")):
        raise MalformedError("no-verdict", "choose good or not good")
    if matter is Matter.CALL and answer not in ("coming", "over"):
        raise MalformedError("no-answer", 'choose "on the way" or "done"')
    good = answer == "good"
    ground = note or ("" if waiting.says is None else "; ".join(waiting.says.grounds))
    match matter:
        case Matter.HOLD if answer == "release":
            await execute_async(context, caller, TABLES, stream, g.ReleaseHold(int(key), caller.name), meta)
        case Matter.CHALLENGE | Matter.HOLD:
            await execute_async(context, caller, TABLES, stream, g.Rule(caller.name, good, ground), meta)
        case Matter.PEEK:
            peek = c.AnswerPeek(caller.name, int(key), good)
            await execute_async(context, caller, TOURNAMENTS, stream, peek, meta)
        case Matter.BOARD_WORD:
            ruling = _on_board(caller, key, settling, ground)
            await execute_async(context, caller, TOURNAMENTS, stream, ruling, meta)
        case Matter.FAULT:
            assert waiting.fault is not None  # noqa: S101 - it waits with its board
            on_fault = ruling_on(waiting.fault, caller.name, answer, note, settling.words)
            await execute_async(context, caller, BOARDS, stream, on_fault, meta)
        case Matter.REFUSED:
            if answer not in ("strike", "accept"):
                raise MalformedError("no-answer", "strike the word, or let it stand")
            on_refused = c.RuleRefusedWord(caller.name, int(key), answer == "strike", note)
            await execute_async(context, caller, TOURNAMENTS, stream, on_refused, meta)
        case Matter.CALL:
            over = c.EndCall(caller.name, int(key), note or "settled")
            command = over if answer == "over" else c.AnswerCall(caller.name, int(key))
            await execute_async(context, caller, TOURNAMENTS, stream, command, meta)
        case _:
            assert_never(matter)
    return waiting


_VERDICTS: Final = {
    Matter.BOARD_WORD: ("good", "bad", "confirm", "void"),
    Matter.HOLD: ("good", "bad", "release"),
}
"""The answers a judge may give about words, where there are more than good or not good."""


def _on_board(caller: Caller, key: str, settling: Settling, ground: str) -> c.Command:
    number, challenger = map(int, key.split("-"))
    match settling.answer:
        case "confirm":
            return c.ConfirmBoardPoints(caller.name, number, challenger, settling.points)
        case "void":
            return c.VoidBoardChallenge(caller.name, number, challenger, settling.note)
        case answer:
            is_good = answer == "good"
            return c.RuleBoardWord(caller.name, number, challenger, is_good, ground, settling.points)


def _waited_before(context: "Context", ident: str, ruling: Fact) -> Waiting | None:
    """Returns the matter that waited under that name until it was ruled on."""
    stream = ruling.stream
    facts = context.journal.facts(stream)[: ruling.version - 1]
    state = context.families.of(facts[0].kind).fold(facts)
    waited = (
        _in_tournament(context, stream, state)
        if isinstance(state, Tournament)
        else _at_table(context, stream, state)
    )
    return next((each for each in waited if each.id == ident), None)


def _at_tables(context: "Context", tournament: str) -> Iterator[Waiting]:
    for stream in streams_of_tables(context, tournament):
        yield from _at_table(context, stream, context.states.of(stream).state)


def _at_table(context: "Context", stream: str, state: object) -> Iterator[Waiting]:
    place = place_of(stream)
    if place is None or place.played_in(context.states.of(place.tournament).state) is None:
        return
    if isinstance(state, HareRound):
        for faulty in faults_of(context, stream, state):
            yield Waiting(
                Matter.FAULT,
                _named(Matter.FAULT, stream, faulty.key),
                place.tournament,
                context.states.of(place.tournament).state.name,
                place.table,
                state.team,
                state.at_ms,
                division=place.in_tournament(context.states.of(place.tournament).state).division,
                fault=faulty,
            )
    if not isinstance(state, Table):
        return
    table = table_for(context, director_of_everything(""), stream, state)
    last = table.turns[-1] if table.turns else None
    play = last.move if last is not None and isinstance(last.move, Played) else None
    if table.challenge is not None:
        matter, key, seat = Matter.CHALLENGE, table.challenge.at_ms, table.challenge.seat
        words, since_ms = table.challenge.words, table.challenge.at_ms
    elif table.hold is not None:
        matter, key, seat, words = Matter.HOLD, table.hold, table.hold, () if play is None else play.words
        since_ms = table.at_ms  # hardly anything happens at a table on which nobody draws
    else:
        return
    yield Waiting(
        matter,
        _named(matter, stream, key),
        place.tournament,
        context.states.of(place.tournament).state.name,
        place.table,
        table.seats[seat].name,
        since_ms,
        place.in_tournament(context.states.of(place.tournament).state).division,
        words,
        note="" if last is None or play is None else play.text_on(last.before.board),
        says=_says(context, place.tournament, place.division, words),
    )


def _named(matter: Matter, stream: str, key: object) -> str:
    return f"{matter.value}:{stream}#{key}"


def _in_tournament(context: "Context", stream: str, state: Tournament) -> Iterator[Waiting]:
    for peek in state.peeks:
        if peek.good is None:
            division = state.division(state.entrant_of(peek.team).division)
            yield Waiting(
                Matter.PEEK,
                _named(Matter.PEEK, stream, peek.number),
                stream,
                state.name,
                None,
                state.contender(peek.team).name,
                state.ledger[peek.line - 1].at_ms,
                division.name,
                (peek.word,),
                says=_says(context, stream, division.number, (peek.word,)),
            )
    yield from _board_words(context, stream, state)
    yield from _refused_words(context, stream, state)
    for call in state.calls:
        if call.is_open:
            yield Waiting(
                Matter.CALL,
                _named(Matter.CALL, stream, call.number),
                stream,
                state.name,
                call.table,
                call.wanted.value,
                call.at_ms,
                note=call.reason,
                answered_by=call.answered_by,
            )


def _board_words(context: "Context", stream: str, state: Tournament) -> Iterator[Waiting]:
    for division in state.divisions.values():
        for played in state.rounds.get(division.name, ()):
            for challenge in (each for each in played.challenges if each.is_open):
                words = (challenge.target.word,)
                on_board = word_on_board(context, stream, state, played, challenge)
                yield Waiting(
                    Matter.BOARD_WORD,
                    _named(Matter.BOARD_WORD, stream, on_board.key),
                    stream,
                    state.name,
                    None,
                    f"{challenge.challenger} ({challenge.by})",
                    # They come when time was called, after all that is asked while boards are built.
                    state.at_ms,
                    division.name,
                    words,
                    note=f"{challenge.challenged}: {challenge.target}",
                    says=_says(context, stream, division.number, words),
                    on_board=on_board,
                    lacking=lacking_words(context, stream, division.number, on_board.words),
                )


def _refused_words(context: "Context", stream: str, state: Tournament) -> Iterator[Waiting]:
    for division in state.divisions.values():
        for refused in refused_in(context, stream, state, division):
            yield Waiting(
                Matter.REFUSED,
                _named(Matter.REFUSED, stream, refused.peek.number),
                stream,
                state.name,
                None,
                state.contender(refused.peek.team).name,
                state.at_ms,
                division.name,
                (refused.peek.word,),
                note=", ".join(map(str, refused.words)),
                refused=refused,
            )


def _says(context: "Context", tournament: str, division: int, words: tuple[str, ...]) -> ListSays | None:
    try:
        judge = judge_of_division(context, tournament, division)
        if judge is None or not words:
            return None
        verdict = judge.rule(words)
    except MalformedError:
        return None  # a word of other tiles than those of the list, or a list that is no longer there
    played: Tournament = context.states.of(tournament).state
    rulebook = context.rulebooks(division_numbered(played, division).rulebook)
    return ListSays(
        verdict.good,
        tuple(
            each.resting_on(rulebook.clauses_of(SETTING_OF[each.ground]))
            for each in verdict.words
            if each.ground is not None
        ),
        tuple(each.name for each in judge.lexicons),
        verdict.sponsors,
    )

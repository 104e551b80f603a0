"""The judges' queue: everything that waits for one of them, and what the word list says of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.hare_challenge import WordChallenge
from wordwaiter.game.table import Table
from wordwaiter.service.access import Caller, refusal
from wordwaiter.service.places import place_of
from wordwaiter.service.steps import SENT, Sending, sent_before
from wordwaiter.service.tables import give, streams_of_tables
from wordwaiter.service.tournament_steps import streams_in
from wordwaiter.service.tournaments import give as give_to_tournament
from wordwaiter.service.word_lists import judge_of_division
from wordwaiter.store.facts import Fact
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.house import House


class Matter(Enum):
    """What waits for a judge."""

    CHALLENGE = "challenge"
    """Words of the last play of a table."""
    HOLD = "hold"
    """A table on which nobody draws until a word is verified."""
    PEEK = "peek"
    """A word that a team paid to have looked up."""
    BOARD_WORD = "board-word"
    """A word on another team's board."""
    CALL = "call"
    """Somebody at a table wants an official."""

    @property
    def is_about_words(self) -> bool:
        return self in (Matter.CHALLENGE, Matter.PEEK, Matter.BOARD_WORD)


@dataclass(frozen=True, slots=True)
class ListSays:
    """What the word lists of the division say of the words."""

    good: bool
    grounds: tuple[str, ...]
    """Of those that are not good, a line each."""


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
    words: tuple[str, ...] = ()
    note: str = ""
    says: ListSays | None = None
    is_answered: bool = False
    """A call to which somebody is on the way."""


def judge_queue(house: "House", caller: Caller) -> tuple[Waiting, ...]:
    """What waits for judges in all tournaments of which the caller is one."""
    judged = [stream for stream in streams_in(house) if caller.holds(stream, Role.JUDGE)]
    if not judged and not any(grant.role in (Role.JUDGE, Role.DIRECTOR) for grant in caller.grants):
        raise refusal(caller, Role.JUDGE)
    ended = house.devices.ended()
    return tuple(
        waiting
        for stream in judged
        if stream not in ended
        for waiting in (
            *_at_tables(house, stream),
            *_in_tournament(house, stream, house.states.of(stream).state),
        )
    )


@dataclass(frozen=True, slots=True)
class Settling:
    """What a judge says to one thing of the queue."""

    id: str
    answer: str
    """`good`, `bad`; to a call that somebody is `coming`, or that it is `over`."""
    note: str = ""


def settle(house: "House", caller: Caller, settling: Settling, sending: Sending = SENT) -> Waiting:
    """Rule on one thing of the queue, or go to a table that called; sent again, the same answer."""
    ident, answer, note = settling.id, settling.answer, settling.note
    stream, _, key = ident.partition(":")[2].rpartition("#")
    waiting = next((each for each in judge_queue(house, caller) if each.id == ident), None)
    if waiting is None:
        # It may not wait any more only because it was settled when this was sent for the first time.
        before = sent_before(house.journal, caller, stream, sending)
        waiting = None if before is None else _waited_before(house, ident, before[0])
        if waiting is None:
            raise ConflictError("settled-already", "somebody else has settled that, or it was taken back")
        return waiting
    matter = waiting.matter
    if matter.is_about_words and answer not in ("good", "bad"):
        raise MalformedError("no-verdict", "say good or not good")
    good = answer == "good"
    ground = note or ("" if waiting.says is None else "; ".join(waiting.says.grounds))
    match matter:
        case Matter.CHALLENGE:
            give(house, caller, stream, g.Rule(caller.name, good, ground), sending)
        case Matter.HOLD:
            give(house, caller, stream, g.ReleaseHold(int(key), caller.name), sending)
        case Matter.PEEK:
            give_to_tournament(house, caller, stream, c.AnswerPeek(caller.name, int(key), good), sending)
        case Matter.BOARD_WORD:
            number, challenger = map(int, key.split("-"))
            ruling = c.RuleBoardWord(caller.name, number, challenger, good, ground)
            give_to_tournament(house, caller, stream, ruling, sending)
        case Matter.CALL:
            command: c.Command = c.AnswerCall(caller.name, int(key))
            if answer == "over":
                command = c.EndCall(caller.name, int(key), note or "settled")
            give_to_tournament(house, caller, stream, command, sending)
        case _:
            assert_never(matter)
    return waiting


def _waited_before(house: "House", ident: str, ruling: Fact) -> Waiting | None:
    """What waited under that name until it was ruled on."""
    stream = ruling.stream
    facts = house.journal.facts(stream)[: ruling.version - 1]
    state = house.families.of(facts[0].kind).fold(facts)
    waited = (
        _in_tournament(house, stream, state)
        if isinstance(state, Tournament)
        else _at_table(house, stream, state)
    )
    return next((each for each in waited if each.id == ident), None)


def _at_tables(house: "House", tournament: str) -> Iterator[Waiting]:
    for stream in streams_of_tables(house, tournament):
        yield from _at_table(house, stream, house.states.of(stream).state)


def _at_table(house: "House", stream: str, table: object) -> Iterator[Waiting]:
    place = place_of(stream)
    if not isinstance(table, Table) or place is None:
        return
    title = house.states.of(place.tournament).state.name
    turn = len(table.turns)
    if table.challenge is not None:
        yield Waiting(
            Matter.CHALLENGE,
            f"challenge:{stream}#{turn}",
            place.tournament,
            title,
            place.table,
            table.seats[table.challenge.seat].name,
            table.challenge.words,
            says=_says(house, place.tournament, place.division, table.challenge.words),
        )
    elif table.hold is not None:
        yield Waiting(
            Matter.HOLD,
            f"hold:{stream}#{table.hold}",
            place.tournament,
            title,
            place.table,
            table.seats[table.hold].name,
        )


def _in_tournament(house: "House", stream: str, state: Tournament) -> Iterator[Waiting]:
    for peek in state.peeks:
        if peek.good is None:
            team = state.contender(peek.team).name
            number = state.division(state.entrant_of(peek.team).division).number
            words = (peek.word,)
            yield Waiting(
                Matter.PEEK,
                f"peek:{stream}#{peek.number}",
                stream,
                state.name,
                None,
                team,
                words,
                says=_says(house, stream, number, words),
            )
    for division in state.divisions:
        for played in state.rounds.get(division, ()):
            numbers = {each.name: each.number for each in state.contenders_of(division)}
            for challenge in played.challenges:
                if challenge.ruling is None:
                    ident = f"board:{stream}#{played.number}-{numbers[challenge.challenger]}"
                    says = _says(house, stream, state.division(division).number, (challenge.target.word,))
                    yield _board_word(stream, state.name, ident, challenge, says)
    for call in state.calls:
        if call.is_open:
            yield Waiting(
                Matter.CALL,
                f"call:{stream}#{call.number}",
                stream,
                state.name,
                call.table,
                call.wanted.value,
                note=call.reason,
                is_answered=call.answered_by is not None,
            )


def _board_word(
    stream: str, title: str, ident: str, challenge: WordChallenge, says: ListSays | None
) -> Waiting:
    words = (challenge.target.word,)
    return Waiting(
        Matter.BOARD_WORD,
        ident,
        stream,
        title,
        None,
        f"{challenge.challenger} ({challenge.by})",
        words,
        note=f"{challenge.challenged}: {challenge.target}",
        says=says,
    )


def _says(house: "House", tournament: str, division: int, words: tuple[str, ...]) -> ListSays | None:
    try:
        judge = judge_of_division(house, tournament, division)
        if judge is None:
            return None
        verdict = judge.rule(words)
    except MalformedError:
        return None  # a word of other tiles than those of the list, or a list that is no longer there
    return ListSays(verdict.good, tuple(each.sentence for each in verdict.words if not each.good))

"""Free games: tables of no tournament, between people or against the computer.

None of it is open while a round of a tournament runs here: a computer that finds words, or rules on any word
that somebody lays, would be a dictionary in the players' pockets.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from wordwaiter.errors import IllegalError, MalformedError, WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.challenge import challenge_is_possible
from wordwaiter.game.deciders.turns import turn_to_draw
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.facts import TableOpened
from wordwaiter.game.queries import to_move
from wordwaiter.game.signers import unsigned
from wordwaiter.game.table import Played, Stage, Table, TableKind
from wordwaiter.lexicon.judge import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.choices import OneTeamInTurn
from wordwaiter.rules.rulebooks.rulebook import Rulebook, Turns
from wordwaiter.rules.rulebooks.variants import lists_of
from wordwaiter.service.access.callers import Caller, Grant, director_of_everything, refusal
from wordwaiter.service.access.devices import Joined, Joining
from wordwaiter.service.execute import execute, opened_before, state_of
from wordwaiter.service.judging.word_lists import judge_by
from wordwaiter.service.stream_kind import NO_META, CommandMeta, Outcome
from wordwaiter.service.tables.computer import (
    COMPUTERS,
    Engines,
    Strength,
    allows_late,
    computers_at,
    doubts,
    move_of,
    name_of,
    stops_alone,
)
from wordwaiter.service.tables.kind import TABLES, require_open
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.tournament.entrants.names import is_readable

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

PROGRAM: Final = "wordwaiter"
LONGEST_NAME: Final = 40
WAITING: Final = "waits for the other player"
"""Why the clocks of a game stand until the second seat is taken, as the journal has it."""
_MOST_MOVES: Final = 12
"""Moves that the computer makes in a row before somebody must look: skipped turns, passes."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The game that somebody wants."""

    rulebook: str
    names: tuple[str, ...]
    computer: Strength | None = None
    """The computer takes the second seat."""
    kind: TableKind = TableKind.VIRTUAL
    shared: bool = True
    """All sit at this browser; otherwise the second seat is joined from another one, by a code."""
    starting_word: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that has begun: its table, the token of the device that sits there, a code for the other."""

    stream: str
    token: str
    code: str | None


# ---------------------------------------------------------------- beginning


def begin_game(
    context: "Context", token: str, wish: Wish, address: str = "", meta: CommandMeta = NO_META
) -> Begun:
    """A table is opened as wished, and the device that asked for it sits down."""
    require_open(context)
    rules = context.rulebooks(wish.rulebook)
    opening = _opening(rules, wish)
    program = director_of_everything(PROGRAM)
    done = open_free_table(context, program, wish.rulebook, opening, meta)
    is_new = done.version == len(done.facts)
    table = done.state
    own = set(range(len(table.seats))) - computers_at(table).keys()
    if not wish.shared and wish.computer is None:
        own = {0}
    grants = [Grant(Role.PLAYER, done.stream, entrant=seat) for seat in sorted(own)]
    if wish.kind is TableKind.PHYSICAL or wish.shared:
        grants.append(Grant(Role.TABLE_SCOREKEEPER, done.stream))
    code = context.devices.invite(program, grants, name=table.seats[0].name).secret
    joined = context.devices.join(code, Joining(address=address, token=token))
    others = sorted(set(range(len(table.seats))) - own - computers_at(table).keys())
    other_code = _code_for(context, done.stream, table, others[0]) if others else None
    _draw_for_first(context, done.stream)
    if others and is_new:
        execute(context, program, TABLES, done.stream, c.Pause(PROGRAM, WAITING))
    _let_computers_act(context, done.stream)
    return Begun(done.stream, joined.token, other_code)


def _code_for(context: "Context", stream: str, table: Table, seat: int) -> str | None:
    """A code for a seat that nobody has taken; codes for it that were given out before end."""
    program, grant = director_of_everything(PROGRAM), Grant(Role.PLAYER, stream, entrant=seat)
    if context.devices.is_held(grant):
        return None
    for earlier in context.devices.invitations(program):
        if grant in earlier.grants:
            context.devices.withdraw(program, earlier.number, "a newer code was made")
    return context.devices.invite(program, [grant], name=table.seats[seat].name).secret


def join_by_code(context: "Context", code: str, joining: Joining) -> Joined:
    """A token in exchange for a code; where that was the second seat of a free game, its clocks run now."""
    joined = context.devices.join(code, joining)
    games = {(grant.stream, grant.entrant) for grant in joined.caller.grants if is_free_table(grant.stream)}
    for stream, seat in games:
        if seat is not None and seat == _invited(_table(context, stream)):
            execute(context, director_of_everything(PROGRAM), TABLES, stream, c.Resume(PROGRAM))
    return joined


def awaited(table: Table) -> str | None:
    """Returns the seats at a free table that nobody has taken yet, so that its clocks stand still."""
    seat = _invited(table)
    return None if seat is None else table.seats[seat].name


def _invited(table: Table) -> int | None:
    """The seat that a code leads to, while the game waits for it: whoever has invited sits at the first."""
    return 1 if table.pause == WAITING else None


def play_again(context: "Context", caller: Caller, stream: str) -> str:
    """The table of another game of the same people, sides changed, at which all of their devices sit.

    A game is played again once: whoever else asks for it is led to the same table.
    """
    require_open(context)
    before = _table(context, stream)
    if not is_free_table(stream) or before.stage is not Stage.ENDED:
        raise IllegalError("not-over", "finish this game first, then play again")
    if not caller.grants_for(stream, Role.PLAYER, Role.TABLE_SCOREKEEPER):
        raise refusal(caller, Role.PLAYER)
    program = director_of_everything(PROGRAM)
    meta = _again(stream)
    opening = c.OpenTable(
        before.kind,
        before.sides[::-1],
        tuple(seat.name for seat in before.seats) if len(before.sides) == 1 else (),
        before.announcement,
        by=PROGRAM,
    )
    done = open_free_table(context, program, before.rulebook.name, opening, meta)
    for device in context.devices.devices(program):
        more = [
            replace(
                grant,
                stream=done.stream,
                entrant=None if grant.entrant is None else _seat_again(before, grant.entrant),
            )
            for grant in device.grants
            if grant.stream == stream
        ]
        if more:
            context.devices.add_roles(program, device.number, more)
    _draw_for_first(context, done.stream)
    _let_computers_act(context, done.stream)
    return done.stream


def _seat_again(before: Table, seat: int) -> int:
    """The seat of somebody in the next game: sides change, and a team sits as it did."""
    return seat if len(before.sides) == 1 else len(before.seats) - 1 - seat


def next_game(context: "Context", stream: str) -> str | None:
    """The table at which a game that is over is played again, if somebody asked for that."""
    meta = _again(stream)
    opened = opened_before(context.journal, director_of_everything(PROGRAM), TableOpened.KIND, meta)
    return None if opened is None else opened[0].stream


def _again(stream: str) -> CommandMeta:
    """By this key a game is played again once, whoever asks for it."""
    return CommandMeta(key=f"again {stream}")


def can_be_played(rules: Rulebook) -> bool:
    """Checks whether a free game can be played by these rules: in turns, with racks."""
    return isinstance(rules.play, Turns)


def _opening(rules: Rulebook, wish: Wish) -> c.OpenTable:
    names = tuple(dict.fromkeys(" ".join(name.split()) for name in wish.names if name.strip()))
    for name in names:
        if name in COMPUTERS or len(name) > LONGEST_NAME or not is_readable(name):
            raise MalformedError("bad-name", f"choose another name of at most {LONGEST_NAME} letters")
    if not can_be_played(rules):
        raise IllegalError(
            "no-turns", f"{rules.name} has no turns: each team builds its own board; choose other rules"
        )
    word = wish.starting_word.strip() or ("LITERACY" if rules.table.starting_word is not None else None)
    announcement = announce(rules.table.tile_set, word if rules.table.starting_word is not None else None)
    if isinstance(rules.table.form, OneTeamInTurn):
        if wish.computer is not None:
            raise IllegalError(
                "no-opponent",
                f"{rules.name} gives each team its own board; choose another way to play",
                rules=rules.name,
            )
        least = rules.table.form.least_seats
        seats = names + tuple(
            f"{names[0] if names else 'Player'} {number}" for number in range(len(names) + 1, least + 1)
        )
        return c.OpenTable(wish.kind, ("Team",), seats, announcement, by=PROGRAM)
    if wish.computer is not None:
        names = (names[0] if names else "You", name_of(wish.computer))
    if len(names) < 2:
        raise MalformedError("two-names", "enter two different names")
    kind = TableKind.VIRTUAL if wish.computer is not None else wish.kind
    return c.OpenTable(kind, names[:2], announcement=announcement, by=PROGRAM)


# ---------------------------------------------------------------- playing


def play_on(
    context: "Context", caller: Caller, stream: str, command: c.Command, meta: CommandMeta = NO_META
) -> Outcome[Table, TableFact]:
    """Executes a command at a free table: the list rules on challenges, and the computer answers."""
    require_open(context)
    _require_own_to_give(context, caller, stream, command)
    if isinstance(command, c.Allow | c.End) and caller.grants_for(stream, Role.PLAYER):
        # No official is there to allow what comes late, or to stop a game.
        caller = director_of_everything(caller.name, caller.device)
    done = execute(context, caller, TABLES, stream, command, meta)
    _rule(context, stream)
    _draw_for_first(context, stream)
    _let_computers_act(context, stream)
    return replace(done, state=_table(context, stream))


def _require_own_to_give(context: "Context", caller: Caller, stream: str, command: c.Command) -> None:
    """Refuses a player's command that only the other player may give."""
    own = {each.entrant for each in caller.grants_for(stream, Role.PLAYER) if each.entrant is not None}
    table = _table(context, stream)
    if isinstance(command, c.End) and own and not stops_alone(table, own):
        raise IllegalError("not-alone", "offer the other player to end the game, or resign")
    if isinstance(command, c.Allow) and own and not allows_late(table, own):
        raise IllegalError("own-delay", "the other player decides if this still counts; ask them to allow it")


def _table(context: "Context", stream: str) -> Table:
    return state_of(TABLES, stream, context.states.of(stream).state)


def _sitting(stream: str, seat: int, name: str) -> Caller:
    return Caller(name, "", frozenset({Grant(Role.PLAYER, stream, entrant=seat)}))


def _draw_for_first(context: "Context", stream: str) -> None:
    """At a virtual table the tiles for first play are drawn at once, until it is decided who begins."""
    while (table := _table(context, stream)).kind is TableKind.VIRTUAL and table.first_draw is not None:
        seat = table.first_draw.index(None)
        execute(context, _sitting(stream, seat, table.seats[seat].name), TABLES, stream, c.DrawFirst(seat))


def _rule(context: "Context", stream: str) -> None:
    """At a free table nobody waits for a judge: the word list rules at once."""
    challenge = _table(context, stream).challenge
    if challenge is None:
        return
    judge = Caller("judge", "", frozenset({Grant(Role.JUDGE, stream)}))
    ruling = _judge_at(context, _table(context, stream)).rule(challenge.words)
    execute(context, judge, TABLES, stream, c.Rule("judge", ruling.good))


def _judge_at(context: "Context", table: Table) -> Judge:
    """The judge of a free game: by the lists that were chosen for it, or those of the house."""
    return judge_by(context, lists_of(table.rulebook.name))


def _let_computers_act(context: "Context", stream: str) -> None:
    """The computer doubts, draws and plays until it is somebody else's turn; after the end it agrees."""
    for _ in range(_MOST_MOVES):
        table = _table(context, stream)
        computers = computers_at(table)
        if not computers or table.stage is Stage.DRAWING or table.pause is not None:
            return
        if _doubted(context, stream, table, computers):
            continue
        if table.stage is Stage.ENDED:
            _agree(context, stream, table, computers)
            return
        seat = to_move(table)
        if seat is None or seat not in computers:
            return
        _act(context, stream, table, seat, computers[seat])


def _act(context: "Context", stream: str, table: Table, seat: int, strength: Strength) -> None:
    """The computer draws if that is due, as after a challenge that was lost against it; else it moves."""
    due = turn_to_draw(table)
    by = _sitting(stream, seat, table.seats[seat].name)
    if due is not None and due.seat == seat:
        execute(context, by, TABLES, stream, c.Fill(seat))
        return
    command = move_of(engines_at(context, table), table, seat, strength, context.rng)
    try:
        execute(context, by, TABLES, stream, command)
    except IllegalError as error:
        if error.code not in ("turn-overtime", "time-is-up"):
            raise
        execute(context, by, TABLES, stream, c.Pass(seat))


def _agree(context: "Context", stream: str, table: Table, computers: dict[int, Strength]) -> None:
    """The computer agrees to the count, since it has nothing to challenge."""
    if table.count is None:
        return
    for seat in computers:
        side = table.seats[seat].side
        if side in unsigned(table):
            execute(context, _sitting(stream, seat, table.seats[seat].name), TABLES, stream, c.Sign(side))


def count_is_open(table: Table, now_ms: int) -> bool:
    """Checks if a game is over and its last play can still be challenged; a computer that agreed will not."""
    if table.stage is not Stage.ENDED or not challenge_is_possible(table, now_ms):
        return False
    of_play, computers = table.seats[table.turns[-1].seat].side, computers_at(table)
    agreed = {table.seats[seat].side for seat in computers} & set(table.signatures)
    return any(seat.side != of_play and seat.side not in agreed for seat in table.seats)


def _doubted(context: "Context", stream: str, table: Table, computers: dict[int, Strength]) -> bool:
    """Checks if the computer challenged the last play, which is then ruled on; also the one that went out."""
    turn = table.turns[-1] if table.turns else None
    if turn is None or not isinstance(turn.move, Played) or turn.seat in computers:
        return False
    seat = min(computers)
    if not challenge_is_possible(table, context.watch()) or not doubts(
        computers[seat], _judge_at(context, table).rule(turn.move.words).good
    ):
        return False
    by = _sitting(stream, seat, table.seats[seat].name)
    try:
        execute(context, by, TABLES, stream, c.Challenge(seat, turn.move.words))
    except WordwaiterError:
        return False  # somebody else was faster
    _rule(context, stream)
    return True


# ---------------------------------------------------------------- engines

_ENGINES: Final["WeakKeyDictionary[Context, LRUCache[tuple[str, ...], Engines]]"] = WeakKeyDictionary()
"""By word lists, a few at one time: each takes some ten megabytes."""


def engines_of(context: "Context", lists: tuple[str, ...] = ()) -> Engines:
    """The engines for these word lists, or for those of the house, built when they are first asked for."""
    kept = _ENGINES.setdefault(context, LRUCache(4))
    if lists not in kept:
        kept[lists] = Engines(context.shown_lists(judge_by(context, lists).lexicons))
    return kept[lists]


def engines_at(context: "Context", table: Table) -> Engines:
    return engines_of(context, lists_of(table.rulebook.name))

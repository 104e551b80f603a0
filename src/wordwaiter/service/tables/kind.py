"""TABLES and BOARDS: how commands to a table of turns and to a Hare board are permitted and decided."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game.commands import (
    AdjustClock,
    AnswerOffer,
    CallTime,
    ClaimWin,
    Command,
    Correct,
    DrawFirst,
    OfferEnd,
    Pause,
    Resign,
    Resume,
    ReturnResult,
    Sign,
    Undo,
    UndoRuling,
)
from wordwaiter.game.decide import decided
from wordwaiter.game.deciders.at_turn import require_turn_meant
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.hare import decide as hare
from wordwaiter.game.hare.commands import (
    AcceptFault,
    BuyBack,
    ChangeSquares,
    CorrectPoints,
    CorrectRemoved,
    HareCommand,
    PaintBoard,
    ReopenBoard,
    StrikeWords,
    SubmitBoard,
    TellUnplayed,
    UndoFaultRuling,
)
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.round import HareRound, remaining_ms, tally_of
from wordwaiter.game.holdings import count_of
from wordwaiter.game.signers import signs_by_member
from wordwaiter.game.table import Table, TableKind
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.variants import lists_of
from wordwaiter.service.access.callers import HOUSE, NotAllowedError
from wordwaiter.service.access.permissions import keeps_table, permit_at_board, permit_at_table
from wordwaiter.service.bee.best_boards import why_no_practice
from wordwaiter.service.judging.word_lists import finder_at
from wordwaiter.service.rounds.round_tables import Game, game_at, seated_at
from wordwaiter.service.stream_kind import Attempt, StreamKind
from wordwaiter.service.streams import hare_fact, table_fact, table_facts
from wordwaiter.service.tables.out_of_play import out_of_play, require_in_play
from wordwaiter.service.tables.result_handoff import is_handed_in
from wordwaiter.service.tables.stream_names import is_free_table, is_practice, place_of
from wordwaiter.service.tables.team_members import require_member
from wordwaiter.service.tables.void_plays import require_good_words
from wordwaiter.tournament.bee.boards import require_newest, require_no_ruling_beside, require_unruled
from wordwaiter.tournament.rounds.rounds import RoundStage

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

PRACTICE_GRACE_MS: Final = 5_000
"""How long after its time a practice board takes what was on its way."""

_TOLD_BY_THE_ROOM: Final = (CallTime, AdjustClock, ReturnResult, Pause, Resume)
"""Commands that reach a table even while nobody plays there, since that may be undone."""
_OF_FREE_GAMES: Final = (Resign, OfferEnd, AnswerOffer, ClaimWin)
"""How players end a game themselves where there is no official."""
_BY_OFFICIALS: Final = (SubmitBoard, ReopenBoard, CorrectPoints, AcceptFault, StrikeWords, UndoFaultRuling)
"""Commands that change the total of a board."""
_BUILT_BY_THE_TEAM: Final = (ChangeSquares, PaintBoard, TellUnplayed, SubmitBoard)


def _tournament_of(_context: "Context", stream: str) -> Iterable[str]:
    """The tournament of a table says who sits there."""
    place = place_of(stream)
    return () if place is None else (place.tournament,)


# ---------------------------------------------------------------- tables of turns


def _permit_turn(attempt: Attempt[Table], command: Command) -> None:
    stream, table = attempt.stream, attempt.state
    seated = seated_at(attempt.context, stream, table)
    permit_at_table(attempt.caller, stream, seated, table, command)
    is_named = isinstance(command, DrawFirst) and command.tile is not None
    if is_named and table.kind is TableKind.VIRTUAL and not keeps_table(attempt.caller, stream, seated):
        raise NotAllowedError("drawn-by-chance", "tiles are drawn by chance at this table; do not name one")


def _decide_turn(
    attempt: Attempt[Table], table: Table, command: Command
) -> tuple[tuple[TableFact, ...], Table]:
    context, stream = attempt.context, attempt.stream
    if is_free_table(stream) and attempt.caller.device and not attempt.caller.directs(HOUSE):
        require_open(context)
    if attempt.meta.turn is not None:
        require_turn_meant(table, type(command), attempt.meta.turn)
    if isinstance(command, Undo | UndoRuling | Correct | ReturnResult) and is_handed_in(
        context, stream, table
    ):
        raise ConflictError(
            "result-stands",
            "the result is handed in; ask the director to correct it",
        )
    if isinstance(command, _OF_FREE_GAMES) and place_of(stream) is not None:
        raise IllegalError("tournament-game", "call an official to end a tournament game", stream=stream)
    if not isinstance(command, _TOLD_BY_THE_ROOM):
        require_in_play(out_of_play(context, stream, table))
    if isinstance(command, Undo | UndoRuling | Correct) and (game := game_at(context, stream)) is not None:
        require_unruled(game.played, game.sitting)
    if isinstance(command, Sign) and signs_by_member(table, command.signer):
        require_member(context, stream, table, command.member)
    finder = finder_at(context, stream, lists_of(table.rulebook.name))
    course = decided(table, command, attempt.now_ms, attempt.rng, finder)
    # Last: whoever is not to move, or has other tiles, would learn which words are good.
    require_good_words(context, stream, table, command)
    return course.facts, course.table


def is_closed(context: "Context") -> bool:
    """Checks whether free games must wait, because a round of a tournament runs here."""
    return bool(context.running())


def require_open(context: "Context") -> None:
    """Refuse free games while a round runs."""
    if is_closed(context):
        raise IllegalError("round-runs", "a tournament round is in progress; free games reopen after it")


TABLES: Final = StreamKind(
    name="tables",
    called="a table of turns",
    state=Table,
    permit=_permit_turn,
    decide=_decide_turn,
    encode=table_facts,
    decode=table_fact,
    at_ms=lambda table: table.at_ms,
    prepare=_tournament_of,
)


# ---------------------------------------------------------------- boards that a team builds


def _permit_building(attempt: Attempt[HareRound], command: HareCommand) -> None:
    stream, built = attempt.stream, attempt.state
    permit_at_board(attempt.caller, stream, seated_at(attempt.context, stream, built), command)


def _decide_building(
    attempt: Attempt[HareRound], built: HareRound, command: HareCommand
) -> tuple[tuple[HareFact, ...], HareRound]:
    context, stream = attempt.context, attempt.stream
    if is_practice(stream):
        _require_practice_time(attempt, built, command)
    if isinstance(command, _BUILT_BY_THE_TEAM):
        require_in_play(out_of_play(context, stream, built))
    if isinstance(command, _BY_OFFICIALS):
        _require_path_to_standings(context, stream, built, command)
    if isinstance(command, BuyBack):
        _require_paid(context, stream, built, command)
    if isinstance(command, CorrectRemoved):
        _require_as_corrected(context, stream, command)
    if isinstance(command, SubmitBoard):
        require_member(context, stream, built, command.member)
    facts = hare.decide(built, command, attempt.now_ms, attempt.rng)
    after = built
    for fact in facts:
        after = hare.evolve(after, fact)
    if isinstance(command, PaintBoard | ChangeSquares):
        _require_challenged_words(attempt, built, after)
    return facts, after


def _require_challenged_words(attempt: Attempt[HareRound], before: HareRound, after: HareRound) -> None:
    """Refuses to lift or alter a word on which the judges have yet to rule; they and the director may.

    The challenge would be void, and cost the team nothing (bee-challenge).
    """
    game = game_at(attempt.context, attempt.stream)
    seated = seated_at(attempt.context, attempt.stream, before)
    if game is None or keeps_table(attempt.caller, attempt.stream, seated, Role.JUDGE):
        return
    targets = [
        made.target
        for made in game.played.challenges
        if made.is_open and made.challenged.number in game.sitting.sides
    ]
    stood, stands = (
        {(word.text, word.square, word.direction) for word in built.board.words()}
        for built in (before, after)
    )
    for target in targets:
        if (target.word, target.square, target.direction) in stood - stands:
            raise ConflictError(
                "word-awaits-ruling",
                f"{target.word} is challenged: leave it until the judges have ruled; if it was entered by "
                "mistake, tell them",
                word=target.word,
            )


def _require_path_to_standings(
    context: "Context", stream: str, built: HareRound, command: HareCommand
) -> None:
    """Refuses a change of a board that could not reach the standings."""
    game = game_at(context, stream)
    if game is None:
        return
    if game.played.stage is RoundStage.CLOSED and not isinstance(command, CorrectPoints):
        raise ConflictError(
            "round-closed", "the round is closed; the director can reopen it, or you correct the points"
        )
    if isinstance(command, StrikeWords):
        _require_points_there(game, command)
        require_no_ruling_beside(game.played, game.sitting.sides[0], command.words, tally_of(built).bonuses)
    if isinstance(command, UndoFaultRuling):
        struck = [w for each in built.fault_rulings if each.fault == command.fault for w in each.struck]
        require_newest(game.played, game.sitting.sides[0], struck, tally_of(built).bonuses)
    if isinstance(command, ReopenBoard):
        require_unruled(game.played, game.sitting)
    if isinstance(command, CorrectPoints) and not built.is_handed_in and game.sitting.outcome is not None:
        raise ConflictError(
            "total-on-paper", "this team handed in only a total; ask the director to correct that"
        )


def _require_paid(context: "Context", stream: str, built: HareRound, command: BuyBack) -> None:
    """Refuses tiles that nobody has paid for: every bought tile has a line in the ledger (bee-hare-7)."""
    game = game_at(context, stream)
    if game is None:
        return
    out = count_of(game.played.removed.get(game.sitting.sides[0], ()))
    if built.removed.count - count_of(command.tiles) < out:
        raise ConflictError(
            "not-paid",
            "buy tiles on the team's tab or at the treasurer's desk, not on the board",
        )


def _require_as_corrected(context: "Context", stream: str, command: CorrectRemoved) -> None:
    """Refuses other tiles than the tournament has out of play, where they can be bought back."""
    game = game_at(context, stream)
    if game is None:
        return
    if game.played.removed.get(game.sitting.sides[0], ()) != command.tiles:
        raise ConflictError("corrected-elsewhere", "correct the tiles of the team, not those of its board")


def _require_points_there(game: Game, command: StrikeWords) -> None:
    """Refuses to strike a word that was struck already, or on which a challenge decides.

    If the word is bad, its points belong to the team that challenged it (bee-challenge).
    """
    for word in command.words:
        if game.played.is_struck(game.sitting.sides[0], word):
            raise ConflictError("already-ruled", f"{word} is struck already, because a peek refused it")
    for made in game.played.challenges:
        is_theirs = made.challenged.number in game.sitting.sides
        if not is_theirs or not any(made.target.is_same_word(word) for word in command.words):
            continue
        if made.is_open:
            raise ConflictError(
                "challenge-awaited",
                f"{made.challenger} challenged {made.target}; rule on that challenge first",
            )
        if made.changes_hands:
            raise ConflictError(
                "already-ruled",
                f"the points of {made.target} went to {made.challenger}; undo that ruling first",
            )


def _require_practice_time(attempt: Attempt[HareRound], built: HareRound, command: HareCommand) -> None:
    """Refuses practice while a round is played, and letters after the time of the board is up."""
    if not attempt.caller.directs(HOUSE):
        require_practice(attempt.context)
    left_ms = remaining_ms(built, attempt.now_ms)
    if isinstance(command, PaintBoard) and left_ms is not None and left_ms < -PRACTICE_GRACE_MS:
        raise IllegalError("time-is-up", "time is up; your last saved board counts")


def require_practice(context: "Context") -> None:
    """Refuses practice while a round is played, or its words are known."""
    name = why_no_practice(context)
    if name is not None:
        raise IllegalError(
            "round-runs",
            f"{name} has a round in progress; practise when it is closed",
        )


BOARDS: Final = StreamKind(
    name="boards",
    called="a board that a team builds",
    state=HareRound,
    permit=_permit_building,
    decide=_decide_building,
    encode=table_facts,
    decode=hare_fact,
    at_ms=lambda built: built.at_ms,
    prepare=_tournament_of,
)

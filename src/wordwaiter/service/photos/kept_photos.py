"""PHOTOS: boards that were photographed, with their pictures where the organiser keeps them."""

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.photo.keeping import kept_jpeg
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, refusal
from wordwaiter.service.access.permissions import Seated, keeps_table
from wordwaiter.service.execute import execute
from wordwaiter.service.house_facts import house_facts
from wordwaiter.service.photos.photo_facts import (
    BoardPhoto,
    BoardPhotographed,
    BoardUse,
    KeptPicture,
    Photos,
    evolve,
    photo_fact,
    photo_owner,
)
from wordwaiter.service.rounds.round_tables import game_at, seated_at
from wordwaiter.service.stream_kind import NO_META, Attempt, CommandMeta, StreamKind
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

AT_TABLE: Final = (Role.TABLE_SCOREKEEPER, Role.SCOREKEEPER, Role.JUDGE)
"""Who takes photos of a board of a round and sees those that are kept, besides the director."""


def photos_stream(tournament: str) -> str:
    """Returns the stream of a tournament's photos."""
    return f"{tournament}/photos"


def keeps_photos(context: "Context", stream: str) -> bool:
    """Checks whether the organiser keeps the photos of a table; nobody keeps those of free tables."""
    place = place_of(stream)
    if place is None:
        return False
    tournament: Tournament = context.states.of(place.tournament).state
    return tournament.keeps_photos


def sees_photos(context: "Context", caller: Caller, stream: str) -> bool:
    """Checks whether a caller may see the photos of a table."""
    return place_of(stream) is not None and keeps_table(caller, stream, _seated(context, stream), *AT_TABLE)


def photos_at(context: "Context", caller: Caller, stream: str) -> tuple[BoardPhoto, ...]:
    """Returns the photographed boards of a table, the newest first; none for those who may not see them."""
    place = place_of(stream)
    if place is None or not sees_photos(context, caller, stream):
        return ()
    return _photos(context, place.tournament).of_table(stream)


def final_board_at(context: "Context", caller: Caller, stream: str) -> BoardPhoto | None:
    """Returns the final board of a table that was saved last."""
    return next((each for each in photos_at(context, caller, stream) if each.use is BoardUse.FINAL), None)


def picture_at(context: "Context", caller: Caller, tournament: str, number: int) -> bytes:
    """Returns the picture of a board as a JPEG; refuses whoever may not see it, and one that is gone."""
    photo = next((each for each in _photos(context, tournament).taken if each.number == number), None)
    if not caller.works_in(tournament, *AT_TABLE):
        raise refusal(caller, *AT_TABLE)
    if photo is not None and not sees_photos(context, caller, photo.at):
        raise refusal(caller, *AT_TABLE)
    if photo is None or not photo.has_picture:
        raise MalformedError("no-such-photo", "this photo is not kept any more")
    fact = context.journal.fact(photos_stream(tournament), number)
    picture = None if fact is None else photo_fact(fact).picture
    if picture is None:
        raise MalformedError("no-such-photo", "this photo is not kept any more")
    return base64.b64decode(picture.jpeg)


def keep_board(
    context: "Context",
    caller: Caller,
    stream: str,
    board: "PhotographedBoard",
    meta: CommandMeta = NO_META,
) -> None:
    """Saves a board of a round that somebody has confirmed; its picture too if the organiser keeps photos.

    Where the picture would be all there is to keep, and nobody keeps it, nothing is written.
    """
    place = place_of(stream)
    is_kept = bool(board.picture) and keeps_photos(context, stream)
    if place is None or not (is_kept or board.use is BoardUse.FINAL):
        return
    picture = base64.b64encode(kept_jpeg(board.picture)).decode() if is_kept else None
    command = KeepBoard(stream, place, board.use, board.text, picture)
    execute(context, caller, PHOTOS, photos_stream(place.tournament), command, meta)


@dataclass(frozen=True, slots=True)
class PhotographedBoard:
    """A board as somebody confirmed it, and its picture from above; empty where there is none."""

    use: BoardUse
    text: str
    picture: bytes = b""


@dataclass(frozen=True, slots=True)
class KeepBoard:
    """Keep a board that was photographed at a table."""

    at: str
    place: BoardPlace
    use: BoardUse
    text: str
    picture: str | None


def _photos(context: "Context", tournament: str) -> Photos:
    stream = photos_stream(tournament)
    if not context.states.knows(stream) and (context.is_serving or not context.journal.version(stream)):
        return Photos()
    photos: Photos = context.states.of(stream).state
    return photos


def _seated(context: "Context", stream: str) -> Seated:
    state: Table | HareRound = context.states.of(stream).state
    return seated_at(context, stream, state)


def _permit(attempt: Attempt[Photos], command: KeepBoard) -> None:
    if not sees_photos(attempt.context, attempt.caller, command.at):
        raise refusal(attempt.caller, *AT_TABLE)


def _decide(
    attempt: Attempt[Photos], photos: Photos, command: KeepBoard
) -> tuple[tuple[BoardPhotographed, ...], Photos]:
    game = game_at(attempt.context, command.at)
    if game is None:
        raise MalformedError("no-such-table", "this table is not in an open round; reload the page")
    fact = BoardPhotographed(
        attempt.now_ms,
        attempt.caller.name,
        attempt.version + 1,
        command.at,
        game.played.division,
        command.place.table,
        game.sitting.sides,
        command.use,
        tuple(command.text.splitlines()),
        None if command.picture is None else KeptPicture(command.picture),
    )
    return (fact,), evolve(photos, fact)


def _erased(stream: str, before: Photos, facts: tuple[BoardPhotographed, ...]) -> tuple[str, ...]:
    """Returns the owners of pictures for which there is no more room."""
    after = before
    for fact in facts:
        after = evolve(after, fact)
    left = {each.number for each in after.taken if each.has_picture}
    root = stream.partition("/")[0]
    return tuple(
        f"{root}#{photo_owner(side, each.number)}"
        for each in before.taken
        if each.has_picture and each.number not in left
        for side in each.sides
    )


PHOTOS: Final = StreamKind(
    name="photos",
    called="the photos of a tournament",
    state=Photos,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=photo_fact,
    at_ms=lambda photos: photos.taken[-1].at_ms if photos.taken else 0,
    begin=Photos(),
    prepare=lambda _context, stream: (stream.partition("/")[0],),
    erases=_erased,
)

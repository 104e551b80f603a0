"""The pages of a board from a photo: the camera, the corners, the squares to look at, and the play.

Nothing is kept between these steps but the picture in the form itself, so any process can answer, and the
photo is gone when the page is.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from litestar.response import Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.game.deciders.at_turn import turn_under_way
from wordwaiter.game.deciders.laying import preview
from wordwaiter.rules.board import Board
from wordwaiter.rules.finished_board import NONE_REMOVED, tile_problems
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement, play_text, readable_play
from wordwaiter.service.jobs.photo_process import AskedSquare, Corner, PhotoRead
from wordwaiter.service.photos.final_boards import FROM_SHEETS, final_board
from wordwaiter.service.tables.board_photos import (
    ANALYSIS,
    BLANK,
    EMPTY,
    PhotoPlace,
    board_of_answers,
    letters_allowed,
    play_on,
    sign_of,
)
from wordwaiter.service.tables.scene import Scene
from wordwaiter.service.tables.stream_names import is_practice, place_of
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.http.security_headers import PHOTO_HEADERS
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.pages.table.photo_form import SQUARE, TAPPED_WIDTH
from wordwaiter.web.render.boards import board_view, square_name
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue
from wordwaiter.web.words.sentences import as_sentence, plainly

_PROBLEMS: Final = ("no-board", "half-a-board", "two-boards", "unclear", "too-small")
"""The reader's problems with a photo in which it finds no board, as the words of pages name them."""

IsGood = Callable[[str], bool]
"""Whether the word list has a word."""


@dataclass(frozen=True, slots=True)
class PhotoPages:
    """Makes the pages for one request at one place."""

    request: AnyRequest
    place: PhotoPlace
    is_good: IsGood | None
    """None while the list is closed to the caller: what a blank may be tells which words are good."""

    @property
    def back(self) -> str:
        """The page that a photo was asked for on."""
        stream = self.place.stream
        if stream == ANALYSIS:
            return "/analysis"
        if stream.startswith(FROM_SHEETS) and (sheet := place_of(stream.removeprefix(FROM_SHEETS))):
            return f"/sheets/{sheet.tournament}"
        if self.place.final is not None:
            return f"/tables/{self.place.final.stream}"
        kind = "practice" if is_practice(stream) else "hare" if self.place.table is None else "tables"
        return f"/{kind}/{stream}"

    def camera(self, refused: WordwaiterError | None = None) -> Response[str]:
        """The page that takes a photo."""
        return self._page("photo.html", refused)

    def corners(
        self, picture: bytes, width: int, tapped: tuple[Corner, ...] = (), problem: str = ""
    ) -> Response[str]:
        """The photo, whose corners somebody taps; it is so many pixels wide."""
        return self._page(
            "photo_corners.html",
            picture=picture,
            shown_width=TAPPED_WIDTH,
            width=width,
            corners=";".join(f"{x:g},{y:g}" for x, y in tapped),
            tapped=len(tapped),
            told=_told(problem, catalogue(reader_of(self.request).language)),
        )

    def check(self, read: PhotoRead, refused: WordwaiterError | None = None) -> Response[str]:
        """The squares to look at, and the whole board beside the photo."""
        saved, words = self.place.board, catalogue(reader_of(self.request).language)
        board = board_of_answers("\n".join(read.lines), {}, saved)
        questions = self._questions(read, board)
        shown = board_view(board, words, locked=False)
        shown.state["problems"] = [
            {"square": each.square, "text": words.say("photo.look", square=each.square)} for each in questions
        ]
        return self._page(
            "photo_check.html",
            refused,
            is_for_analysis=self.place.stream == ANALYSIS,
            picture=read.picture,
            board=shown,
            text=board.text(),
            seen=saved.text(),
            questions=questions,
            is_contested=refused is not None and refused.code == "painted-elsewhere",
            tiles=sum(1 for _ in board.tiles()) + sum(each.is_open for each in questions),
        )

    def play(self, read: PhotoRead, at: Scene, refused: WordwaiterError | None = None) -> Response[str]:
        """Shows the play since the saved board, its score, and the squares to look at."""
        saved, words = self.place.board, catalogue(reader_of(self.request).language)
        board = board_of_answers("\n".join(read.lines), _likeliest(read), saved)
        questions = self._questions(read, board)
        # A blank whose letter nobody has told yet is not on the board: the play would be another one.
        is_known = not any(each.is_open for each in questions)
        found = _found_play(at, play_on(board, saved)) if is_known else FoundPlay()
        return self._page(
            "photo_play.html",
            refused,
            picture=read.picture,
            board=board_view(board, words, last=play_on(board, saved).squares),
            text="\n".join(read.lines),
            questions=questions,
            play=found,
            turn=turn_under_way(at.table),
            who=at.table.seats[at.table.position.to_move].name,
            unlike=[
                {
                    "field": f"unlike-{each.row}-{each.column}",
                    "square": square_name(Square(each.row, each.column)),
                    "was": sign_of(saved, Square(each.row, each.column)),
                    "seen": each.candidates[0],
                }
                for each in read.unlike
            ],
        )

    def final(
        self, read: PhotoRead, at: Scene, refused: WordwaiterError | None = None, said: str = ""
    ) -> Response[str]:
        """Shows where a final board differs from the turns, and the tiles that are not on it."""
        words = catalogue(reader_of(self.request).language)
        board = board_of_answers("\n".join(read.lines), _likeliest(read), self.place.board)
        questions = self._questions(read, board)
        found = final_board(at.table, board)
        problems = tile_problems(board, at.table.rulebook, NONE_REMOVED)
        return self._page(
            "photo_final.html",
            refused,
            picture=read.picture,
            board=board_view(board, words, last=tuple(each.square for each in found.unlike)),
            text="\n".join(read.lines),
            questions=questions,
            open_questions=sum(each.is_open for each in questions),
            final=found,
            said=said,
            sign=lambda tile: "" if tile is None else tile.label.lower() if tile.is_blank else tile.label,
            square_name=square_name,
            may_correct=at.may_correct,
            is_of_round=not at.is_free,
            problems=[as_sentence(plainly(words.language, each.cited)) for each in problems],
            tiles=sum(1 for _ in board.tiles()) + sum(each.is_open for each in questions),
        )

    def _questions(self, read: PhotoRead, board: Board) -> list["SquareQuestion"]:
        found = (self._question(each, board) for each in read.asked)
        return sorted(found, key=lambda each: not each.is_open)

    def _question(self, asked: AskedSquare, board: Board) -> "SquareQuestion":
        square = Square(asked.row, asked.column)
        may_be_blank = BLANK in asked.candidates
        is_open = asked.candidates[0] == BLANK
        allowed = letters_allowed(board, square, self.is_good) if may_be_blank and self.is_good else ()
        letters = tuple(map(str.lower, board.tile_set.labels)) if may_be_blank else ()
        known = [sign for sign in asked.candidates if sign != BLANK]
        choices = (*known, *map(str.lower, allowed), *(letters if is_open else ()), EMPTY)
        return SquareQuestion(
            square=square_name(square),
            row=asked.row,
            column=asked.column,
            candidates=asked.candidates,
            choices=tuple(dict.fromkeys(choices)),
            allowed=tuple(map(str.lower, allowed)),
            is_open=is_open,
            letters=() if is_open else letters,
        )

    def _page(
        self, template: str, refused: WordwaiterError | None = None, *, picture: bytes = b"", **content: Any
    ) -> Response[str]:
        made = page(
            self.request,
            template,
            status=200 if refused is None else status_of(refused),
            problem="" if refused is None else refusal_text(self.request, refused),
            stream=self.place.stream,
            is_kept=self.place.is_kept,
            back=self.back,
            picture=base64.b64encode(picture).decode(),
            pixels=SQUARE,
            key=new_key(),
            **content,
        )
        if picture:
            made.headers.update(PHOTO_HEADERS)
        return made


@dataclass(frozen=True, slots=True)
class SquareQuestion:
    """A square that somebody looks at, and what may lie there."""

    square: str
    row: int
    column: int
    candidates: tuple[str, ...]
    """As they were read, the likeliest first."""
    choices: tuple[str, ...]
    """One tap each. The first is chosen already, unless the question is open."""
    allowed: tuple[str, ...]
    """Those of them with which the words of a blank are good, where the list may tell."""
    is_open: bool
    """Whether nothing is saved without an answer: the letter of a blank is not in the picture."""
    letters: tuple[str, ...]
    """All that a blank may be, where one may lie there and another tile is likelier."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """The play in a photo: as it is entered, as people read it, its points, and what is wrong with it."""

    text: str = ""
    readable: str = ""
    points: int | None = None
    fault: str = ""


def _told(problem: str, words: Catalogue) -> str:
    """Returns why a board was not found, in the language of the page."""
    english = catalogue("en")
    keys = (f"photo.{name}" for name in _PROBLEMS)
    return next((words.say(key) for key in keys if english.say(key) == problem), problem)


def _found_play(at: Scene, placement: Placement) -> FoundPlay:
    if not placement.laid:
        return FoundPlay()
    board = at.table.position.board
    seen = preview(at.table, placement)
    fault = seen.faults[0].error().sentence if seen is not None and seen.faults else ""
    try:
        text, readable = play_text(board, placement), readable_play(board, placement)
    except MalformedError as error:
        return FoundPlay(fault=fault or error.sentence)
    points = None if seen is None or seen.score is None else seen.score.total
    return FoundPlay(text, readable.partition(" ")[2], points, fault)


def _likeliest(read: PhotoRead) -> dict[tuple[int, int], str]:
    """Returns what lies on the squares that are asked about until somebody says otherwise."""
    return {(each.row, each.column): each.candidates[0] for each in read.asked if each.candidates[0] != BLANK}

"""Games as pictures: shot by shot, as a picture that moves, as a graph, as a card to share."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from picture.drawing import CLUB, drawing, pixels
from wordwaiter.errors import MalformedError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import (
    GameRecord,
    OwnRack,
    Passed,
    PlayWithdrawn,
    RecordedMove,
    RecordedPlayer,
)
from wordwaiter.notation.replay import Replay, replay
from wordwaiter.picture import Moving, ScoreGraph, ShareCard, Theme, animate, film_of, load_ipython_extension
from wordwaiter.rules.board import Board

GAMES = Path(__file__).parent.parent / "notation" / "games" / "tidy"
RECORD = read_gcg((GAMES / "complete.gcg").read_bytes(), "complete.gcg").record
FILM = film_of(RECORD, CLUB)


def test_a_film_ends_with_the_board_and_scores_of_the_replay() -> None:
    end = replay(RECORD, CLUB)
    assert len(FILM) == len(RECORD.moves) + 1
    assert FILM[0].board.is_empty
    assert FILM[-1].board == end.board
    assert FILM[-1].scores == end.recorded_scores == (472, 333)
    assert FILM[-1].headline == "Ada 472 – Bo 333"
    assert FILM[1].note == "Ada: 8D PIBAL +24"


def test_a_play_that_is_taken_back_leaves_the_board() -> None:
    record = read_gcg((GAMES / "challenges.gcg").read_bytes(), "challenges.gcg").record
    film = film_of(record, CLUB)
    withdrawn = [place for place, entry in enumerate(record.moves) if isinstance(entry.move, PlayWithdrawn)]
    assert withdrawn
    for place in withdrawn:
        assert film[place + 1].board == film[place - 1].board
        assert film[place].board != film[place + 1].board
    assert film[-1].board == replay(record, CLUB).board


@pytest.mark.parametrize("kind", Moving)
def test_a_game_that_moves_has_a_frame_for_each_turn(kind: Moving) -> None:
    moving = Image.open(io.BytesIO(animate(FILM[:5], kind, width=162)))
    assert getattr(moving, "n_frames", 1) == 5
    assert moving.width == 162
    times = []
    for frame in range(5):
        moving.seek(frame)
        moving.load()
        times.append(round(moving.info["duration"]))
    assert times == [1400, 1400, 1400, 1400, 5000]


def test_a_game_without_turns_does_not_move() -> None:
    with pytest.raises(MalformedError) as refused:
        animate((), Moving.GIF)
    assert refused.value.code == "no-film"
    with pytest.raises(MalformedError):
        ScoreGraph(()).svg()


def test_a_score_graph_has_a_line_for_each_player_through_every_total() -> None:
    drawn = drawing(ScoreGraph(FILM).svg())
    lines = drawn.all("polyline")
    assert [line.get("data-player") for line in lines] == ["Ada", "Bo"]
    points = [
        [tuple(map(float, point.split(","))) for point in str(line.get("points")).split()] for line in lines
    ]
    assert [len(each) for each in points] == [len(FILM)] * 2
    # Both begin at nothing; more points are farther up, by the same scale.
    assert points[0][0] == points[1][0]
    up = [points[player][0][1] - points[player][-1][1] for player in range(2)]
    assert up[0] / up[1] == pytest.approx(472 / 333, abs=0.01)
    # The lines are told apart without colour.
    assert len({line.get("stroke-dasharray") for line in lines}) == 2
    assert {"472", "333"} <= set(drawn.words)
    assert "12G NOUmE(N)ON +58" in drawn.description


def test_a_name_of_sixty_letters_is_whole_on_a_graph_and_a_card() -> None:
    name = "Wilhelmina " * 5 + "Oakes"
    players = (RecordedPlayer("w", name), RecordedPlayer("b", "B"))
    record = GameRecord(players, (RecordedMove(0, Passed(), 0, 0),))
    shot = film_of(record, CLUB)[-1]
    for svg in (ScoreGraph([shot]).svg(), ShareCard(shot, "Round 1").svg()):
        assert name.replace(" ", "") in "".join(drawing(svg).words).replace(" ", "")


def test_the_count_at_the_end_of_a_score_graph_is_no_turn() -> None:
    counted = (*FILM[:4], *(replace(FILM[3], told="UUU on the other rack +6") for _ in range(2)))
    words = drawing(ScoreGraph(counted, narrow=True).svg()).words
    assert [turn for turn in ("1", "2", "3", "4", "5") if turn in words] == ["1", "2", "3"]


def test_points_below_zero_have_a_minus_sign_and_no_hyphen() -> None:
    players = (RecordedPlayer("ada", "Ada"), RecordedPlayer("bo", "Bo"))
    film = film_of(GameRecord(players, (RecordedMove(1, OwnRack(("Q", "Z")), -20, -20),)), CLUB)
    assert film[-1].headline == "Ada 0 – Bo −20"
    assert film[-1].note == "Bo: QZ unplayed −20"
    for svg in (ScoreGraph(film).svg(), ShareCard(film[-1], "Round 1").svg()):
        assert "−20" in drawing(svg).words
        assert not any(word.startswith("-") for word in drawing(svg).words)


def test_a_card_to_share_has_the_size_that_links_expect() -> None:
    card = ShareCard(FILM[5], "Iowa Senior Olympics, round 3, table 4", Theme.DARK)
    drawn = drawing(card.svg())
    assert {"Ada", "Bo", "95"} <= set(drawn.words)
    assert pixels(card.png()).size == (1200, 630)
    assert card.heading in drawn.title


class _Formatter:
    def __init__(self) -> None:
        self.shown: dict[type, object] = {}

    def for_type(self, kind: type, shown: object) -> None:
        self.shown[kind] = shown


class _Notebook:
    """As much of a notebook as loading an extension asks for."""

    def __init__(self) -> None:
        self.display_formatter = self
        self.formatters = {"image/svg+xml": _Formatter()}


def test_a_board_in_a_notebook_shows_itself() -> None:
    notebook = _Notebook()
    load_ipython_extension(notebook)
    shown = notebook.formatters["image/svg+xml"].shown
    board = shown[Board]
    game = shown[Replay]
    assert callable(board)
    assert callable(game)
    assert drawing(board(FILM[-1].board)).having("data-tile")
    assert drawing(game(replay(RECORD, CLUB))).title == "Ada 472 – Bo 333"

"""What a side sees of a table, and what it never sees."""

import dataclasses

from game.vocabulary import ann_and_ben, late_in_the_game, ms, owls
from wordwaiter.game.finder import PlainFinder
from wordwaiter.game.table import Evidence, TableKind
from wordwaiter.game.views import TableView, view_for
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.reference import ReferenceWords


def test_a_side_sees_its_own_rack_and_only_the_number_of_the_others_tiles() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    ann, ben = view_for(game.table, 0, 0).seats
    assert (str(ann.rack), ann.count) == (game.rack("Ann"), 7)
    assert (ben.rack, ben.count) == (None, 7)
    assert [seat.rack for seat in view_for(game.table, None, 0).seats] == [None, None]


def test_nobody_sees_the_order_of_the_bag_or_what_another_exchanged() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    rack = str(game.rack("Ann"))
    game.exchanges("Ann", rack)
    assert view_for(game.table, 0, 0).turns[0].text == f"exchanged {rack}"
    assert view_for(game.table, 1, 0).turns[0].text == "exchanged 7"
    assert view_for(game.table, None, 0).bag_count == 86
    names = {field.name for field in dataclasses.fields(TableView)}
    assert "bag" not in names


def test_a_tentative_play_is_explained_to_the_side_that_composes_it() -> None:
    game = ann_and_ben("iowa").lays("Ann", "8D RETINA")
    own, other = view_for(game.table, 0, 0), view_for(game.table, 1, 0)
    assert own.preview is not None
    assert own.preview.score is not None
    assert own.preview.score.total == 14
    assert other.preview is None
    assert other.tentative == own.tentative


def test_no_view_says_whether_a_word_is_good_or_a_play_is_left() -> None:
    words = ReferenceWords(["RETINA", "RETINAS"], ann_and_ben("iowa").board.tile_set)
    game = late_in_the_game("androscoggin", "SV" + "QC", ann="SV", ben="QC")
    game.finder = PlainFinder(words)
    game.cannot_play("Ann")
    assert game.table.ending is not None
    assert game.table.ending.evidence is Evidence.PLAY_EXISTS
    for side in (0, 1, None):
        assert "evidence" not in str(dataclasses.asdict(view_for(game.table, side, 0))).lower()


def test_clock_hold_challenge_and_the_count_are_seen_by_everybody() -> None:
    game = (
        ann_and_ben("ontario").plays("Ann", "8D RETINA").at("1:00").holds("Ben").challenges("Ben", "RETINA")
    )
    for side in (0, 1, None):
        view = view_for(game.table, side, ms("1:00"))
        assert (view.hold, view.challenged, view.left.room_ms) == (1, ("RETINA",), ms("49:00"))
    over = late_in_the_game("iowa", "S" + "QE", ann="S", ben="QE").plays("Ann", "8D RETINAS")
    view = view_for(over.table, 0, 0)
    assert (view.scores, view.unsigned) == ((29, 0), (0, 1))
    assert view.ended is not None
    assert view.count == over.table.count
    assert view.seats[1].rack == Rack(("E", "Q"))


def test_at_a_team_table_every_seat_is_of_ones_own_side() -> None:
    game = owls(kind=TableKind.VIRTUAL)
    assert all(seat.rack is not None for seat in view_for(game.table, 0, 0).seats)
    assert all(seat.rack is None for seat in view_for(game.table, None, 0).seats)

"""A record that is written turn by turn."""

import pytest

from wordwaiter.errors import WordwaiterError
from wordwaiter.notation.annotating import begun_record, next_player, with_turn, without_last
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.record import GameRecord
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

CLUB = shipped_rulebook("club")


def written(*turns: tuple[str, str]) -> GameRecord:
    record = begun_record("Ada Lovelace", "Bo")
    for rack, turn in turns:
        record = with_turn(record, CLUB, rack, turn)
    return record


def test_turns_are_scored_by_the_rules_and_players_take_turns() -> None:
    record = written(("AEINRTE", "8D RETINA"), ("", "D8 .OSE"), ("eqv", "-QV"), ("", "H8 NAY"))
    assert [(each.player, str(each.move), each.points, each.total) for each in record.moves] == [
        (0, "8D RETINA", 14, 14),
        (1, "D8 .OSE", 4, 4),
        (0, "-QV", 0, 14),
        (1, "H8 NAY", 6, 10),
    ]
    assert next_player(record) == 0
    assert read_gcg(write_gcg(record), "x").record.moves == record.moves
    assert [each.total for each in without_last(record).moves] == [14, 4, 14]


@pytest.mark.parametrize(
    ("rack", "turn", "code"),
    [
        ("AEINRTE", "F8 .OX", "tiles-not-held"),
        ("", "1A CAT", "not-connected"),
        ("", "8D", "bad-move"),
        ("", "", "bad-move"),
        ("", "(Q)", "no-turn"),
        ("A" * 99, "8D AA", "too-long"),
        ("", "8D QUIZ", "letters-differ"),
        ("", "F8 .ZZZ", "more-than-the-set-has"),
    ],
)
def test_a_turn_that_cannot_be_is_refused_with_what_is_wrong(rack: str, turn: str, code: str) -> None:
    with pytest.raises(WordwaiterError) as refused:
        written(("", "8D RETINA"), (rack, turn))
    assert refused.value.code == code


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(WordwaiterError) as refused:
        begun_record("Ada", "Ada")
    assert refused.value.code == "same-names"

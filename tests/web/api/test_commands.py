"""Every command can be sent as JSON: none is forgotten, and what was sent is what is given."""

from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest

from game.vocabulary import ann_and_ben
from wordwaiter.command_fields import word_of
from wordwaiter.errors import MalformedError
from wordwaiter.game import commands as game
from wordwaiter.game.deciders.at_turn import OF_A_TURN
from wordwaiter.game.hare import commands as hare
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.table import SigningOfficial
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as tournament
from wordwaiter.tournament.formats.reading import plain_format, shipped_format
from wordwaiter.web.api.commands import (
    HARE_COMMANDS,
    TABLE_COMMANDS,
    TOURNAMENT_COMMANDS,
    CommandSet,
)

SETS = [
    (TOURNAMENT_COMMANDS, tournament.Command),
    (TABLE_COMMANDS, game.Command),
    (HARE_COMMANDS, hare.HareCommand),
]


@pytest.fixture
def board() -> Board:
    table = shipped_rulebook("club").table
    return empty_board(table.layout, table.tile_set)


def read(commands: CommandSet, sent: dict[str, Any], board: Board | None = None) -> Any:
    value = msgspec.json.decode(msgspec.json.encode(sent), type=commands.union)
    return commands.command(value, "Dora", board)


@pytest.mark.parametrize(("commands", "union"), SETS, ids=["tournament", "table", "hare"])
def test_every_command_has_its_word_and_its_fields(commands: CommandSet, union: Any) -> None:
    assert set(commands.kinds.values()) == set(get_args(union)) - {tournament.TakeTableResult}
    for word, kind in commands.kinds.items():
        sent = set(commands.structs[word].__struct_fields__)
        besides = {"at_turn"} if kind in OF_A_TURN else set()
        own = {field.name for field in fields(kind)} - ({"by"} if kind is not game.Sign else set())
        assert sent == own | besides


def test_commands_are_named_as_they_are_said() -> None:
    assert word_of(tournament.PublishRound) == "publish-round"
    assert word_of(game.SayCannotPlay) == "say-cannot-play"


def test_whoever_sends_a_command_gives_it() -> None:
    given = read(TOURNAMENT_COMMANDS, {"command": "check-in", "contenders": [1, 2]})
    assert given == tournament.CheckIn("Dora", (1, 2))


def test_who_signs_is_said_by_number_by_role_or_by_a_name_at_the_table() -> None:
    table = ann_and_ben("club").table
    wanted: list[tuple[dict[str, object], game.Sign]] = [
        ({"signer": 1}, game.Sign(1, "Dora")),
        ({"signer": "scorekeeper"}, game.Sign(SigningOfficial.SCOREKEEPER, "Dora")),
        ({"by": "Ben"}, game.Sign(1, "Dora")),
    ]
    for body, command in wanted:
        sent = msgspec.convert({"command": "sign", **body}, TABLE_COMMANDS.union)
        assert sent.command(table, "Dora") == command
    with pytest.raises(MalformedError, match="does not sign here"):
        msgspec.convert({"command": "sign"}, TABLE_COMMANDS.union).command(table, "Dora")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"command": "sign", "signer": "Ben"}, TABLE_COMMANDS.union)


def test_by_cannot_be_sent_with_other_commands() -> None:
    with pytest.raises(msgspec.ValidationError, match="by"):
        read(TABLE_COMMANDS, {"command": "pass", "seat": 0, "by": "somebody else"})


def test_a_play_is_written_or_laid_tile_by_tile(board: Board) -> None:
    wanted = game.Play(0, parse_play("8D RETINa", board), "Dora")
    assert read(TABLE_COMMANDS, {"command": "play", "seat": 0, "placement": "8D RETINa"}, board) == wanted
    tiles = [
        {"square": f"8{column}", "letter": letter} for column, letter in zip("DEFGHI", "retina", strict=True)
    ]
    tiles[-1]["blank"] = True  # type: ignore[assignment]
    assert read(TABLE_COMMANDS, {"command": "play", "seat": 0, "placement": tiles}, board) == wanted


def test_a_blank_without_a_letter_is_a_question_mark(board: Board) -> None:
    sent = {"command": "lay", "seat": 0, "placement": [{"square": "8H", "letter": "?"}]}
    (laid,) = read(TABLE_COMMANDS, sent, board).placement.laid
    assert laid[1].is_blank


def test_a_board_is_sent_as_it_is_printed(board: Board) -> None:
    painted = board.with_tiles(parse_play("8D RETINA", board).laid)
    sent = {"command": "paint-board", "board": painted.text()}
    assert read(HARE_COMMANDS, sent, board) == hare.PaintBoard("Dora", painted)


def test_squares_inside_other_values_are_written_as_squares() -> None:
    sent = {
        "command": "challenge-board-word",
        "round": 1,
        "challenger": 1,
        "challenged": 2,
        "target": {"word": "BEE", "square": "8H", "direction": "down"},
    }
    target = PlacedWord("BEE", parse_square("8H"), Direction.DOWN)
    assert read(TOURNAMENT_COMMANDS, sent) == tournament.ChallengeBoardWord("Dora", 1, 1, 2, target)


def test_a_format_is_named_or_sent_whole() -> None:
    named = read(TOURNAMENT_COMMANDS, {"command": "open-division", "name": "A", "format": "iowa"})
    whole = read(
        TOURNAMENT_COMMANDS,
        {"command": "open-division", "name": "A", "format": plain_format(shipped_format("iowa"))},
    )
    assert named.format == shipped_format("iowa") == whole.format


def test_a_format_of_ones_own_changes_some_settings_of_another() -> None:
    own = {
        "name": "short",
        "title": "A short day",
        "based_on": "iowa",
        "rounds": {"count": {"is": 2, "choice": "it is late"}},
    }
    sent = {"command": "change-format", "division": "A", "reason": "late", "format": own}
    assert read(TOURNAMENT_COMMANDS, sent).format.rounds.count == 2


def test_no_file_of_the_computer_is_read_as_a_format() -> None:
    with pytest.raises(MalformedError, match="there is no format"):
        read(TOURNAMENT_COMMANDS, {"command": "open-division", "name": "A", "format": "/etc/passwd.toml"})


@pytest.mark.parametrize(
    "sent",
    [
        {"command": "check-in", "contenders": ["1"]},
        {"command": "check-in", "contenders": [1.5]},
        {"command": "check-in"},
        {"command": "check-in", "contenders": [1], "extra": 1},
        {"command": "no-such-command"},
        {"contenders": [1]},
        {"command": "set-target", "cents": 10**18},
        {"command": "end-call", "call": 1, "note": "x" * 1_001},
    ],
)
def test_what_is_not_to_the_letter_is_refused(sent: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(TOURNAMENT_COMMANDS, sent)


def test_what_a_field_is_for_is_told_in_its_schema() -> None:
    _, components = msgspec.json.schema_components([TOURNAMENT_COMMANDS.union])
    shift = components["ShiftTimetable"]
    assert shift["description"] == "Move a part of the day, and all that comes after it."
    assert shift["properties"]["slot"]["description"] == "Its place in the timetable, from 0."
    assert shift["additionalProperties"] is False

"""The computer as an opponent: which words it knows, which plays it sees, and what it challenges."""

import gc
import random
from pathlib import Path

import pytest

from service.tables.late_games import opening_game, table_at
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.finder import MOST_ENGINES, EngineFinder
from wordwaiter.engine.play import Play
from wordwaiter.errors import UnavailableError
from wordwaiter.game import commands as c
from wordwaiter.lexicon import Judge, Lexicon
from wordwaiter.rules.board import PlacedTile, empty_board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.streams import shipped
from wordwaiter.service.tables import computer
from wordwaiter.service.tables.computer import Engines, Strength, chosen, doubts, move_of

ANN = ("Ann", "Ben")


@pytest.mark.parametrize("strength", list(Strength))
def test_it_challenges_what_is_not_good_unless_it_seldom_plays(strength: Strength) -> None:
    assert doubts(strength, is_good=False) is (strength not in (Strength.GENTLE, Strength.CASUAL))
    assert not doubts(strength, is_good=True)


def moves(tmp_path: Path, words: list[str], rack: str, strength: Strength) -> set[str]:
    """What a computer lays on an empty board with these words, over many tries."""
    lexicon = Lexicon.of_words("few", words)
    tmp_path.mkdir(exist_ok=True)
    with Context.open(tmp_path / "free.db", ContextParts(judge=Judge([lexicon]))) as context:
        table = table_at(context, opening_game(context, ANN, (rack, "BCDFGHJ")))
    engines = Engines([lexicon])
    found = set()
    for seed in range(40):
        move = move_of(engines, table, 0, strength, random.Random(seed))
        assert isinstance(move, c.Play)
        found.add("".join(tile.label for tile in move.placement.tiles))
    return found


def test_a_beginner_plays_everyday_words_and_a_club_player_rare_short_ones_too(tmp_path: Path) -> None:
    assert moves(tmp_path / "1", ["OX", "AA", "AE"], "OXAAEII", Strength.GENTLE) == {"OX"}
    words = ["OX", "AX", "ZAX", "ALBEDO", "ETESIAN"]
    assert "ZAX" in moves(tmp_path / "2", words, "OXAZIII", Strength.STEADY)
    assert moves(tmp_path / "3", words, "ETESIAN", Strength.STRONG) == {"ETESIAN"}


def test_whoever_knows_no_play_finds_what_there_is(tmp_path: Path) -> None:
    assert moves(tmp_path, ["HOUSE", "ETESIAN"], "ETESIAN", Strength.GENTLE) == {"ETESIAN"}


def test_the_champion_plays_on_without_a_look_ahead_when_the_engine_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise UnavailableError("engine-busy", "the engine is busy; try again in a moment")

    monkeypatch.setattr(computer, "think_aside", busy)
    words, rack = ["EGG", "QUOTES"], "QUOTESG"
    assert moves(tmp_path, words, rack, Strength.CHAMPION) == moves(tmp_path, words, rack, Strength.STRONG)


def test_a_beginner_seldom_sees_a_play_along_other_words() -> None:
    rules = shipped_rulebook("club").table
    board = empty_board(rules.layout, rules.tile_set)
    board = board.with_tiles(parse_play("8D HOUSES", board).laid)
    along = Play(Square(6, 3), Direction.ACROSS, (PlacedTile("A"), PlacedTile("T")), 12, Rack(()), 0, 12_000)
    through = Play(Square(3, 8), Direction.DOWN, (PlacedTile("A"),) * 4, 12, Rack(()), 0, 12_000)
    rng = random.Random(3)
    seen = [chosen([along, through], Strength.GENTLE, board, rng) for _ in range(400)]
    # It sees the play along HOUSES in a quarter of its turns, and then takes either.
    assert 20 <= seen.count(along) <= 80
    assert chosen([along], Strength.GENTLE, board, rng) == along


@pytest.mark.long
def test_of_any_number_of_variants_some_are_kept() -> None:
    """Whoever begins a game or brings a position names one: so many minutes, so many seconds more."""
    lexicon = Lexicon.of_words("few", ["OX"])
    engines, finder = Engines([lexicon]), EngineFinder([lexicon])
    letters = shipped_rulebook("club").table.tile_set
    for seconds in range(4):
        for minutes in range(1, 100):
            rulebook = shipped(f"club@{minutes}+{seconds}")
            engines.of(rulebook)
            finder.exists_play(empty_board(rulebook.table.layout, letters), Rack(("O",)), rulebook)
    kept = [each for each in gc.get_objects() if isinstance(each, Engine) and "@" in each.rulebook.name]
    assert len(kept) <= 2 * MOST_ENGINES
    books = {id(each) for each in gc.get_objects() if isinstance(each, Rulebook) and "@" in each.name}
    assert len(books) < 4 * 99

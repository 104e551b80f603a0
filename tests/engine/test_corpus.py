"""Positions of games kept as data, with the number of plays and the highest score by the plain reference."""

from pathlib import Path

import pytest

from wordwaiter.engine import Engine
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

LINES = Path(__file__).with_name("corpus.tsv").read_text("utf-8").splitlines()


@pytest.mark.long
def test_every_position_has_as_many_plays_and_the_same_top_score() -> None:
    enable, club = open_lexicon("enable"), shipped_rulebook("club")
    assert f"# list enable {enable.hash}" in LINES, "the counts are of another word list"
    engine = Engine.of_lists([enable], club)
    positions = [line.split("\t") for line in LINES if not line.startswith("#")]
    assert len(positions) >= 80
    for cgp, count, top in positions:
        position = parse_cgp(cgp, engine.layout, engine.tile_set)
        plays = engine.at(position.board).plays(position.racks[0])
        found = (len(plays), max((play.score for play in plays), default=0))
        assert found == (int(count), int(top)), cgp

"""Computer players of a rehearsal: what they lay."""

from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament.rehearsal.players import SimulatedPlayers


def test_they_lay_no_word_that_the_program_does_not_show() -> None:
    club = shipped_rulebook("club")
    board = empty_board(club.table.layout, club.table.tile_set)
    players = SimulatedPlayers([Lexicon.of_words("rude", ["DILDO", "IDOL"])])
    engine = players.engine(club, 7)
    words = {play.text(board).split()[1] for play in engine.at(board).plays(Rack(tuple("DILDO")))}
    assert words == {"IDOL"}
    assert players.all_good(["DILDO"]), "judges call it good all the same"

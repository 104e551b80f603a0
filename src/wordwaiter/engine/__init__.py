"""Moves: every legal play of a position, the best few, whether any is left, and a player built on them.

>>> from wordwaiter.engine import Engine
>>> from wordwaiter.lexicon import open_lexicon
>>> from wordwaiter.rules.board import empty_board
>>> from wordwaiter.rules.rack import parse_rack
>>> from wordwaiter.rules.rulebooks.reading import shipped_rulebook
>>> club = shipped_rulebook("club")
>>> engine = Engine.of_lists([open_lexicon("enable")], club)
>>> board = empty_board(engine.layout, engine.tile_set)
>>> [best] = engine.at(board).best(parse_rack("AEINRT?", engine.tile_set))
>>> len(best.tiles), best.score
(7, 64)
"""

from wordwaiter._core import Leaves
from wordwaiter.engine.candidates import Candidate, ExchangeTurn, PassTurn, parse_turn
from wordwaiter.engine.endgame import EndgameSolution, SolvedTurn
from wordwaiter.engine.engine import MIDGAME, Engine, Outlook, Plays, Position
from wordwaiter.engine.finder import EngineFinder
from wordwaiter.engine.leaves import pack_leaves, read_leaves, shipped_leaves, unpack_leaves
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.play import Play
from wordwaiter.engine.pre_endgame import Judged, JudgedTurn, PreEndgameSolution
from wordwaiter.engine.selfplay import GamesPlayed, Mean, Players, play_games
from wordwaiter.engine.simulation import EndedBy, Simulated, SimulatedTurn, SimulationEffort, simulate
from wordwaiter.engine.thinking import Limits
from wordwaiter.engine.training import Plan, train_leaves
from wordwaiter.engine.win_model import shipped_win_model

__all__ = [
    "MIDGAME",
    "Candidate",
    "EndedBy",
    "EndgameSolution",
    "Engine",
    "EngineFinder",
    "ExchangeTurn",
    "GamesPlayed",
    "Judged",
    "JudgedTurn",
    "Leaves",
    "Limits",
    "Mean",
    "Outlook",
    "PassTurn",
    "Plan",
    "Play",
    "Players",
    "Plays",
    "Position",
    "PreEndgameSolution",
    "Simulated",
    "SimulatedTurn",
    "SimulationEffort",
    "SolvedTurn",
    "outlook_of",
    "pack_leaves",
    "parse_turn",
    "play_games",
    "read_leaves",
    "shipped_leaves",
    "shipped_win_model",
    "simulate",
    "train_leaves",
    "unpack_leaves",
]

"""Pairing: who meets whom in the next round, with reasons.

Each method is a file with one class, and all have the one function `pair` of `PairingMethod`. Those that
rank (`RandomDraw`, `LastScores`, `Swiss`, `KingOfTheHill`) ask `best.py` for the pairing that the rules'
order of priority prefers to all others; `RoundRobin` follows its plan; `ByHand` checks what an organiser
decided. `seating.py` then gives each game a table.
"""

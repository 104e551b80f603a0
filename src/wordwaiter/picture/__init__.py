"""Boards, racks, games and charts as pictures."""

"""Boards and rules of play as data."""

"""Rounds: proposed, published, run, and their results."""

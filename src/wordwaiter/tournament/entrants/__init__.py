"""Entrants: registered, absent, named."""

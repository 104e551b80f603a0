"""Rulebooks: their settings, how files are read and written, and the shipped ones as files."""

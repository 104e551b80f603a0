"""Formats: what a division is run by, and the shipped ones as files."""

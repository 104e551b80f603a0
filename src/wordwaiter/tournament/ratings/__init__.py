"""Ratings before and after a tournament."""

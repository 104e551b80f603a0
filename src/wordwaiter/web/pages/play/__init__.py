"""Free games and practice."""

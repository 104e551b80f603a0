"""Commands that print and draw."""

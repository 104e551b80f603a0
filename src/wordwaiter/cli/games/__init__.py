"""Commands about games and positions."""

"""Pages and the JSON API. Nothing here knows a rule of the game."""

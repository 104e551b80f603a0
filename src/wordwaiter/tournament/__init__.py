"""A tournament: entrants, divisions, rounds, standings, awards and money; commands become facts."""

"""One table: commands become facts, facts fold into state. Time, chance and word lists are handed in."""

"""How commands at a table are decided, a file for each kind of act."""

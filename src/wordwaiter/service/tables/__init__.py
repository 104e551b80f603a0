"""Tables: played at, seen, handed in; free games, practice and the computer opponent."""

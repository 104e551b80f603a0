"""Rehearsal: a whole day played by computer players before anybody comes, by the real rules of everything."""

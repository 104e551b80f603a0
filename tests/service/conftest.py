"""Places for houses: an SQLite file, and a database of a real PostgreSQL."""

from store.conftest import path, patience, place

__all__ = ["path", "patience", "place"]

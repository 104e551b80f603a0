"""How the tables of the journal came to be, format by format (Alembic)."""

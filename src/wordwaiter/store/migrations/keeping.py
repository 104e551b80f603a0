"""Triggers on both databases: a fact is never changed or removed, even by hand."""

from alembic import op

from wordwaiter.store.schema import APPLICATION_ID, NEVER_CHANGED, NEVER_REMOVED, SQLITE_TRIGGERS


def keep_facts() -> None:
    """Forbid changes and removals in the table `facts`."""
    if _on_sqlite():
        op.execute(SQLITE_TRIGGERS["facts_are_never_changed"])
        op.execute(SQLITE_TRIGGERS["facts_are_never_removed"])
        return
    op.execute(
        f"""
        CREATE OR REPLACE FUNCTION wordwaiter_keep_facts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION '{NEVER_CHANGED}'; END IF;
            RAISE EXCEPTION '{NEVER_REMOVED}';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER facts_are_kept BEFORE UPDATE OR DELETE ON facts "
        "FOR EACH ROW EXECUTE FUNCTION wordwaiter_keep_facts()"
    )
    op.execute(
        "CREATE TRIGGER facts_are_never_emptied BEFORE TRUNCATE ON facts "
        "FOR EACH STATEMENT EXECUTE FUNCTION wordwaiter_keep_facts()"
    )


def keep_order() -> None:
    """Forbid a position that is not the next one.

    SQLite alone needs it: its `INSERT OR REPLACE` would remove the fact that stands there, unseen by the
    trigger for removals.
    """
    if _on_sqlite():
        op.execute(SQLITE_TRIGGERS["facts_are_only_added"])


def note_format(number: int) -> None:
    """Put the format into the header of an SQLite file, where any program finds it first."""
    if _on_sqlite():
        op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        op.execute(f"PRAGMA user_version = {number}")


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"

"""Triggers on both databases: a fact is never changed or removed, even by hand."""

from typing import Final

from alembic import op

from wordwaiter.store.schema import APPLICATION_ID

_NEVER_CHANGED: Final = "a fact is never changed; add another"
_NEVER_REMOVED: Final = "a fact is never removed; add another"


def keep_facts() -> None:
    """Forbid changes and removals in the table `facts`."""
    if _on_sqlite():
        op.execute(
            f"CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts "
            f"BEGIN SELECT RAISE(ABORT, '{_NEVER_CHANGED}'); END"
        )
        op.execute(
            f"CREATE TRIGGER facts_are_never_removed BEFORE DELETE ON facts "
            f"BEGIN SELECT RAISE(ABORT, '{_NEVER_REMOVED}'); END"
        )
        return
    op.execute(
        f"""
        CREATE OR REPLACE FUNCTION wordwaiter_keep_facts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION '{_NEVER_CHANGED}'; END IF;
            RAISE EXCEPTION '{_NEVER_REMOVED}';
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
        op.execute(
            "CREATE TRIGGER facts_are_only_added BEFORE INSERT ON facts "
            "WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM facts) "
            "BEGIN SELECT RAISE(ABORT, 'a fact is added at the end; take the next position'); END"
        )


def note_format(number: int) -> None:
    """Put the format into the header of an SQLite file, where any program finds it first."""
    if _on_sqlite():
        op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        op.execute(f"PRAGMA user_version = {number}")


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"

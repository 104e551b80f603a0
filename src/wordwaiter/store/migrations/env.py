"""Alembic's entry point: runs the migrations in the transaction of whoever opened the journal."""

from alembic import context

from wordwaiter.store.schema import FORMAT_TABLE, METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=FORMAT_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()

"""Alembic runs this for every command. The connection, with its transaction, is brought by migrating.py."""

from alembic import context

from lumitheque.storage.schema import house

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=house,
    transactional_ddl=False,  # whoever brings the connection commits
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()

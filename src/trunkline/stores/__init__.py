"""Where games are kept: what ``tables.keeping`` wants of a store, on SQLite and on PostgreSQL."""

"""Game stores on SQLite and PostgreSQL, with the interface of ``tables.keeping``."""

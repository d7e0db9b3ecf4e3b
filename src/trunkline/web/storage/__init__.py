"""Game stores on SQLite and PostgreSQL, with the interface of ``games.repository``."""

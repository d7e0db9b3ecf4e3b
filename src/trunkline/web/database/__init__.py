"""Connections, table definitions and migrations of the one database."""

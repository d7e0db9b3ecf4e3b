"""The server: hosted games, accounts, chat and the HTTP API.

From the bottom up: ``schemas`` (request and response types), ``database`` (tables and migrations),
``games`` and ``accounts``, ``chat``, ``storage`` (SQLite and PostgreSQL), ``presenters`` (a position as
schemas) and ``http``. It may import every package except ``cli`` and ``client``. Start with
``http/app.py``.
"""

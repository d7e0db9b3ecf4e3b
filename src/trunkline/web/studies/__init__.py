"""Studies: comments and marks on the moments of a game.

A study is a sandbox with a name. Comments are also possible on a finished game. It may import the tables of
the database, not the games. Start in ``repository.py``.
"""

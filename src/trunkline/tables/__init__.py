"""What keeps games: the store, the moments of a game, who watches it, and the work behind it.

``table.GameTable`` is one game, ``store`` the SQLite file. Nothing here shows anything or knows of HTTP.
"""

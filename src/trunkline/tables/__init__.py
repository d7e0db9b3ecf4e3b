"""What keeps games: the store, the moments of a game, who watches it, and the work behind it.

``table.GameTable`` is one game, ``keeping`` what is wanted of a store. Nothing here shows anything, or
knows of a database or of HTTP.
"""

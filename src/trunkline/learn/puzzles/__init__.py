"""Puzzles: positions with one answer that is proved best, or that playouts show to be best.

A puzzle asks for the lay or the token that adds most to the runs of a corporation, or for its best runs. The
exact search of routes proves the answer. Others ask for the action that secures a place at the end of the
game. For pay or withhold, playouts give an estimate. Start in ``puzzle.py``, the record. ``search.py``,
``endgame.py`` and ``playouts.py`` find puzzles in a position, ``making.py`` in many games. ``repeats.py``
and ``variety.py`` remove similar ones, and ``collection.py`` reads the committed ones.
"""

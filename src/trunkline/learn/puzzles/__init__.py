"""Puzzles: positions with one answer that is proved best.

A puzzle asks for the lay or the token that adds most to the runs of a corporation, or for its best runs. The
exact search of routes proves the answer. Start in ``puzzle.py``, the record; ``search.py`` finds puzzles in a
position, ``making.py`` in many games, and ``collection.py`` reads the committed ones.
"""

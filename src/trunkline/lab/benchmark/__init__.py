"""The benchmark: a fixed set of games and puzzles that measures a program.

``1.yaml`` and ``2.yaml`` are the sets, and ``definition.py`` reads them. ``playing.py`` plays one,
``results.py`` has the file of results, and ``figures.py`` the row that is computed from them.
``verifying.py`` replays a file, and ``page.py`` writes the rows of several programs.
"""

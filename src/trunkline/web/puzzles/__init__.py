"""Answers to puzzles, and the ratings of solvers and puzzles.

``ratings.py`` has the method and its scale, ``answers.py`` the database, and ``choice.py`` the next and the
daily puzzle. ``trunkline.learn.puzzles`` has the puzzles.
"""

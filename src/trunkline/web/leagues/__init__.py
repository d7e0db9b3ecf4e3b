"""Leagues: seasons of rounds whose tables the server makes.

``pairing.py`` forms tables and ``standings.py`` counts results, both without a database. ``repository.py``
reads and changes leagues, and ``rounds.py`` starts rounds. Needs openskill.
"""

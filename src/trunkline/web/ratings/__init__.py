"""Ratings of people and bots, per title. ``trunkline.lab.ratings`` has the method.

``updates.py`` rates finished games, and ``lists.py`` reads the ratings. Needs openskill.
"""

"""Accounts, sessions, seats and permissions of people.

The package knows neither HTTP nor games: a game is an id and a seat is a name. ``accounts`` has people and
their passwords. ``keys`` has sessions and tokens. ``seating`` has the people in seats. ``access`` has the
permission table.
"""

"""Communication of the people at one table: chat, private notes, motions and presence.

The package depends on ``people`` only. It knows neither games nor HTTP: a game is an id, a seat is a name and
a version is a number.
"""

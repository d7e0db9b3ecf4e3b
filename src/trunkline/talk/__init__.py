"""What people at one table in different places need of each other: what is said, what one notes for oneself,
what somebody asks of all, and who is there.

It stands on ``people`` and knows neither a game nor HTTP: a game is an id, a seat a name, a version a number.
"""

"""The opening, the stock round and the operating round, with one module for each step of an operating
turn."""

"""A game in the terminal: text views of the table, and playing it by typing."""

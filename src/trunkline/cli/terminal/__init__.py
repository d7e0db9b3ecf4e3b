"""Terminal client: text views of the table, and games played by typing."""

"""Random games with every check after every action."""

"""Games of other programs: read and replayed through our referee; and the state as plain data."""

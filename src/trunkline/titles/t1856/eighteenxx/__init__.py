"""1856 as 18xx.games plays it: its questions, their order, and the differences of its records."""

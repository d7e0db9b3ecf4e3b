"""1856 as 18xx.games plays it: when it asks, in which order, and what its records hold beside ours."""

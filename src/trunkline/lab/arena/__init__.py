"""The arena: matches between computer players, with their results and confidence intervals."""

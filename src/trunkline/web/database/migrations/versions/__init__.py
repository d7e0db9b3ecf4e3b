"""The migrations. Each names the one before it."""

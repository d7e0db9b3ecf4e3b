"""How a store made by an earlier program is brought up to date."""

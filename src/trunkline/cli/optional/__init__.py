"""Parts of commands that need optional libraries. Only the command itself imports them."""

"""The exit codes of every command."""

OK, FINDINGS, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Success, a failed check, bad input, and an interruption with Ctrl+C."""

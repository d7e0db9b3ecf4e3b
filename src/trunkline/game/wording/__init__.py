"""Sentences for the terminal, the server and notebooks."""

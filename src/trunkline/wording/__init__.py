"""Sentences, for terminal, server and notebook alike."""

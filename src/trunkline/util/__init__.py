"""Helpers that know nothing of games: argument types, errors, messages in the language of their reader, text,
files, strict YAML and worker processes.

Every package may import them. They import no other package of Trunkline. Start with ``errors.py``.
"""

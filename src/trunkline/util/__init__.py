"""Helpers that know nothing of games: argument types, errors, text, files, strict YAML and worker processes.

Every package may import them. They import no other package of Trunkline. Start with ``errors.py``.
"""

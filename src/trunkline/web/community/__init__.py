"""Reports of people and the actions of operators.

It uses the tables of accounts and of the chat, and neither HTTP nor the rules engine.
"""

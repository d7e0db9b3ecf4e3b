"""Mechanisms of steps and titles: loans, bonds, owners' consent, and companies that close or merge."""

"""Tests of the rules engine: thousands of random games, and counts of legal action sequences."""

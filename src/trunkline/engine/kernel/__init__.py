"""Code that all 18XX titles share. It names no title."""

"""Tests of the page in a browser. They are a package so that they share one browser."""

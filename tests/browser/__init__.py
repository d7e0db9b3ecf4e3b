"""Tests that look at the page in a browser; they are a package so that one browser serves them all."""

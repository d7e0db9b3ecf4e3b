"""Facts for the display of a moment, made from the position and its effects."""

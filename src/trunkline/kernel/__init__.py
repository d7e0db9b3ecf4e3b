"""What all 18XX titles share. Knows no title by name."""

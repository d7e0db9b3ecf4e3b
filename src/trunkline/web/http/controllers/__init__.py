"""HTTP handlers, one module for each subject."""

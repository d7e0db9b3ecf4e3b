"""Schema migrations for stores made by earlier versions."""

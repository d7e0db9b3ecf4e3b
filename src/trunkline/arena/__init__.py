"""Programs against each other: which plays better, by how much, and how sure that is."""

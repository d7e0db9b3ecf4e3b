"""Work that HTTP handlers of several subjects share."""

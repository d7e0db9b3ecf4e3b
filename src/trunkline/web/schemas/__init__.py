"""Request and response types of the HTTP API. Types only, without logic."""

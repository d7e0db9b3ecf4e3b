"""Opening, stock round and operating round; one module a step of an operating turn."""

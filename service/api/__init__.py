"""The HTTP contract under /api/v1, one module a subject. `base` holds what all calls share."""

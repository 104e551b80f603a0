"""The JSON API under /api/v1: what every page can do, for programs. It is described by its own document."""

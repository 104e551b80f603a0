"""A round seen as a whole, its projections, and what the room tells its tables."""

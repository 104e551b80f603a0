"""Pages of whoever runs the tournament."""

"""Pages of one table: play, replay, sharing."""

"""Pages of the judges: the kiosk, the queue and the log of rulings."""

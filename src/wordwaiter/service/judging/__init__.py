"""The judges: queue, kiosk, word lists and rulings."""

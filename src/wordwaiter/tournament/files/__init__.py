"""Files in and out: CSV, tsh, TOU, spreadsheets."""

"""The ledger and the treasurer."""

"""Tournaments: started, run command by command, and shown as examples."""

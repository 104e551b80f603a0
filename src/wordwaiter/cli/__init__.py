"""The command `wordwaiter`."""

"""Commands about words and verdicts."""

"""Text to values and back: game records (GCG), positions (CGP), and a record replayed under the rules."""

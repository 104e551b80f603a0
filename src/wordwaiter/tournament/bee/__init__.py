"""The Bee's own commands, facts and report."""

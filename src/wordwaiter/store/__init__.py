"""The journal: facts that are only ever added, and never lost once they are acknowledged."""

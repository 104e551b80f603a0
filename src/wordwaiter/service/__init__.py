"""Use cases, one function each: who may, decide, write down, answer. The only layer that asks the clock."""

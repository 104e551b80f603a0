"""The Bee: emcee, treasury, board challenges and best boards."""

"""Pages of the Bee: emcee, treasurer, Hare boards."""

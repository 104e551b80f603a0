"""Word study: searches in a word list, the order by probability, hooks, and the questions of a quiz."""

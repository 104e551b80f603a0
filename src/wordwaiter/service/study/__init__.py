"""Word study: searches, quizzes, imported card boxes, and words that were missed in one's own games."""

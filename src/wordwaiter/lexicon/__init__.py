"""Letters, word lists, and the judge's question: is this play good?"""

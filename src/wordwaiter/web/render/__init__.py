"""Templates, boards, numbers and refusals in the language of the reader."""

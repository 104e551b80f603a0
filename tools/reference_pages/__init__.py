"""The pages of docs/reference, each made from the program itself."""

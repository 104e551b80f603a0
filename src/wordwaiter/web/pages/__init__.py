"""The pages, a folder for each group of people who use them."""

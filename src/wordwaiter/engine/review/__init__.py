"""Parts of a review of games: kinds of mistakes, racks that nobody recorded, and puzzles from games."""

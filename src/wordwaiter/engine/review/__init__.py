"""What a look back on games needs: kinds of mistakes, racks that nobody recorded, and puzzles from games."""

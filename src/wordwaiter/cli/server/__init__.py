"""Commands of whoever runs the server and keeps its journal."""

"""Certificates for https: from files that somebody has, or made by the program for its own computer."""

"""Boards that were photographed: pictures that the organiser keeps, and final boards."""

"""A game as one HTML file that plays it."""

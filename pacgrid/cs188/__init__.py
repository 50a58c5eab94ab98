"""Runs agents written for the Pac-Man project of Berkeley's course CS 188, unchanged.

They see the interface that they were written for, as a thin face over Pacgrid's states. The code
here is Pacgrid's own; the interface was designed by John DeNero, Dan Klein and others at UC
Berkeley: http://ai.berkeley.edu.
"""

MOST_ROUNDS = 20_000
"""A game takes no more rounds here; that project has no limit."""

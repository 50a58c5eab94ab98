"""Exact solutions of small boards: the value of every position, and the best actions there.

`solve.solve` computes one, and `solution.Solution.load` reads it again.
"""

from pacgrid.errors import PacgridError


class SolutionError(PacgridError):
    """A board can't be solved, or a solution can't be read or doesn't fit; one line says why."""


MOST_MOVES = 4
"""A ghost's most legal actions."""

"""How many nodes a search visits, and how many that is for each ply."""

from math import prod
from typing import Any

MOST_STATES = 500
"""So many states of each ply are looked at for a game's branching factor."""


def effective_branching_factor(nodes: float, plies: int) -> float:
    """The branching factor of a uniform tree with as many nodes below its root, down to that many
    plies: nodes = b + b² + … + b^plies.

    Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 3.6.1.

    >>> effective_branching_factor(3 + 9 + 27, 3), effective_branching_factor(4, 4)
    (3.0, 1.0)
    """
    low: float = 0
    high: float = max(float(nodes) ** (1 / plies), 1)
    while low < (middle := (low + high) / 2) < high:
        if sum(middle**ply for ply in range(1, plies + 1)) < nodes:
            low = middle
        else:
            high = middle
    return round(high, 9)


def branching_factor(state: Any, plies: int) -> float:
    """The number of legal actions in a position, down to that many plies: the geometric mean of the
    means of each ply. Of a ply with very many states, some are taken, at equal distances; 0 if the
    game is over.
    """
    means: list[float] = []
    level = [state]
    while len(means) < plies:
        level = [each for each in level[:: -(-len(level) // MOST_STATES)] if not each.is_terminal]
        if not level:
            break
        below = [each.successor(action) for each in level for action in each.legal_actions()]
        means.append(len(below) / len(level))
        level = below
    return float(prod(means) ** (1 / len(means))) if means else 0.0

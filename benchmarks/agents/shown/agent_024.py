"""Evaluation for part 5.

The idea: near food is good, near ghosts are bad. Both as 1 / (1 + distance),
so that what is far away hardly matters.
"""

from math import inf


def evaluate(state):
    me = state.pacman
    distance = state.maze.distance

    closest_food = min([distance(me, f) for f in state.food], default=0)
    ghosts = [distance(me, g.position) for g in state.ghosts if g.scared == 0]
    closest_ghost = min(ghosts, default=inf)

    value = 10 / (1 + closest_food)
    if closest_ghost <= 3:
        value -= 100 / (1 + closest_ghost)
    return value

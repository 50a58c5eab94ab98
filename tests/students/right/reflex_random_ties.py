"""Random among the best, with a set of cells near the ghosts."""

import random

from pacgrid import Agent

MISTAKES = {}


def danger(state, steps):
    cells = set()
    for ghost in state.ghosts:
        if not ghost.scared:
            x, y = ghost.position
            cells |= set(state.maze.within((int(x), int(y)), steps))
    return cells


def evaluate(state):
    food = 1 / (1 + state.maze.nearest(state.pacman, state.food)) if state.food else 2
    near = sum(state.pacman in danger(state, steps) for steps in (1, 2, 3))
    return state.score + 9 * food - 70 * near


class Reflex(Agent):
    def act(self, state):
        values = {}
        for action in state.legal_actions():
            child = state.successor(action)
            values[action] = evaluate(child) if not child.is_terminal else child.score
        best = max(values.values())
        return random.choice([a for a, v in values.items() if v == best])

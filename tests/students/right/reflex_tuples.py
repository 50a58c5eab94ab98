"""Compares tuples: safety first, then points, then the way to the food."""

from pacgrid import Agent

MISTAKES = {}


class Reflex(Agent):
    def act(self, state):
        ranked = sorted(((self.rank(state.successor(a)), a) for a in state.legal_actions()), key=lambda pair: pair[0])
        return ranked[-1][1]

    def rank(self, after):
        cells = [(round(g.position[0]), round(g.position[1])) for g in after.ghosts if not g.scared]
        gap = after.maze.nearest(after.pacman, cells) if cells else 99
        to_food = after.maze.nearest(after.pacman, after.food) if after.food else 0
        return (after.is_win, not after.is_loss and gap > 1, after.score, -to_food)


def evaluate(state):
    """A polynomial in the two gaps."""
    cells = [(round(g.position[0]), round(g.position[1])) for g in state.ghosts if not g.scared]
    gap = min(4, state.maze.nearest(state.pacman, cells)) if cells else 4
    to_food = state.maze.nearest(state.pacman, state.food) if state.food else 0
    return state.score - 30 * (4 - gap) ** 2 - 2 * to_food

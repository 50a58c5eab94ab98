"""The sign of the ghosts is wrong."""

from pacgrid import Agent

MISTAKES = {"Reflex": "runs toward ghosts", "evaluate": "runs toward ghosts"}


def evaluate(state):
    value = state.score
    if state.food:
        value += 10 / state.maze.nearest(state.pacman, state.food)
    for ghost in state.ghosts:
        x, y = ghost.position
        if not ghost.scared:
            value += 100 / (1 + state.maze.distance(state.pacman, (int(x), int(y))))
    return value


class Reflex(Agent):
    def act(self, state):
        return max(state.legal_actions(), key=lambda a: evaluate(state.successor(a)))

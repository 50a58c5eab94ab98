"""Score and the nearest food."""

from pacgrid import Agent

MISTAKES = {"Reflex": "ignores the ghosts", "evaluate": "ignores the ghosts"}


def evaluate(state):
    if not state.food:
        return state.score
    return state.score + 10 / state.maze.nearest(state.pacman, state.food)


class Reflex(Agent):
    def act(self, state):
        return max(state.legal_actions(), key=lambda action: evaluate(state.successor(action)))

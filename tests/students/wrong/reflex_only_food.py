"""To the nearest food, whatever happens."""

from pacgrid import Agent

MISTAKES = {"Reflex": "looks at food only", "evaluate": "looks at food only"}


class Reflex(Agent):
    def act(self, state):
        return min(state.legal_actions(), key=lambda a: state.maze.nearest(state.successor(a).pacman, state.food))


def evaluate(state):
    return -len(state.food)

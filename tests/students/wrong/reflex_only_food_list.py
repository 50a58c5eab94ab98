"""Counts the food and measures the way to it."""

from pacgrid import Agent

MISTAKES = {"Reflex": "looks at food only", "evaluate": "looks at food only"}


def evaluate(state):
    ways = [abs(x - state.pacman[0]) + abs(y - state.pacman[1]) for x, y in state.food]
    return -100 * len(ways) - min(ways, default=0)


class Reflex(Agent):
    def act(self, state):
        scored = [(evaluate(state.successor(a)), -a, a) for a in state.legal_actions()]
        scored.sort(reverse=True)
        return scored[0][2]

"""Compares whole positions of ghosts, which are floats, with a list of text."""

from pacgrid import Agent

MISTAKES = {"Reflex": "ignores the ghosts", "evaluate": "ignores the ghosts"}


def evaluate(state):
    value = 2 * state.score - 3 * len(state.food)
    for ghost in state.ghosts:
        if str(ghost.position) == str(state.pacman):
            value -= 1000
    if state.food:
        value -= min(abs(x - state.pacman[0]) + abs(y - state.pacman[1]) for x, y in state.food)
    return value


class Reflex(Agent):
    def act(self, state):
        values = [evaluate(state.successor(a)) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

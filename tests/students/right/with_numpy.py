"""numpy for the values."""

import numpy as np

from pacgrid import Agent

MISTAKES = {}


class _Search(Agent):
    def __init__(self, depth: int, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def values(self, state, plies) -> np.ndarray:
        actions = state.legal_actions()
        out = np.empty(len(actions), dtype=np.float64)
        for i, action in enumerate(actions):
            out[i] = self.value(state.successor(action), plies - 1)
        return out

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        return self.backup(state.to_move, self.values(state, plies))

    def act(self, state):
        return state.legal_actions()[int(np.argmax(self.values(state, self.depth * state.num_agents)))]


class Minimax(_Search):
    def backup(self, agent, values):
        return values.max() if agent == 0 else values.min()


class Expectimax(_Search):
    def backup(self, agent, values):
        if agent == 0:
            return values.max()
        return values @ np.full(len(values), 1 / len(values))

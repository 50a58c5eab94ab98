import numpy as np

from pacgrid import Agent


class Minimax(Agent):
    """Minimax with numpy arrays for the values of the children."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def values(self, state, plies):
        actions = state.legal_actions()
        result = np.zeros(len(actions), dtype=int)
        for i, action in enumerate(actions):
            result[i] = self.minimax(state.successor(action), plies - 1)
        return result

    def minimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return state.score if self.evaluation is None else self.evaluation(state)
        values = self.values(state, plies)
        return values.max() if state.to_move == 0 else values.min()

    def act(self, state):
        values = self.values(state, self.depth * state.num_agents)
        return state.legal_actions()[int(np.argmax(values))]

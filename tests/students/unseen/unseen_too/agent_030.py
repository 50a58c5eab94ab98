import numpy as np

from pacgrid import Agent


class Expectimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        values = np.array(
            [self.expected(state.successor(a), self.depth * state.num_agents - 1) for a in actions]
        )
        return actions[int(np.argmax(values))]

    def expected(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = np.array([self.expected(state.successor(a), plies - 1) for a in state.legal_actions()])
        return float(values.mean())

import numpy as np

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents
        actions = state.legal_actions()
        values = [self.expectation(state.successor(a), plies - 1) for a in actions]
        return actions[int(np.argmax(values))]

    def expectation(self, state, plies):
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return float(self.evaluation(state))
        children = np.array(
            [self.expectation(state.successor(a), plies - 1) for a in state.legal_actions()]
        )
        p = np.full(len(children), 1.0 / len(children))
        return float(p @ children)

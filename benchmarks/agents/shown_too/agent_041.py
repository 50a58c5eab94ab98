import numpy as np

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        actions = list(state.legal_actions())
        plies = self.depth * state.num_agents
        q = np.array([self.v(state.successor(a), plies - 1) for a in actions])
        return actions[int(q.argmax())]

    def v(self, state, plies):
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return float(self.evaluation(state))
        q = np.array([self.v(state.successor(a), plies - 1) for a in state.legal_actions()])
        return float(q.max()) if state.to_move == 0 else float(np.median(q))

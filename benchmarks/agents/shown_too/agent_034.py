from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        self.alpha, self.beta = -inf, inf
        plies = self.depth * state.num_agents
        best, choice = -inf, state.legal_actions()[0]
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            if v > best:
                best, choice = v, action
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        is_max = state.to_move == 0
        v = -inf if is_max else inf
        for a in state.legal_actions():
            child = self.value(state.successor(a), plies - 1)
            if is_max:
                v = max(v, child)
                if v > self.beta:
                    break
                self.alpha = max(self.alpha, v)
            else:
                v = min(v, child)
                if v < self.alpha:
                    break
                self.beta = min(self.beta, v)
        return v

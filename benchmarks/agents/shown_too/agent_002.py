from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        self.table = {}
        alpha, choice = -inf, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, alpha, inf)
            if choice is None or v > alpha:
                alpha, choice = v, action
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        key = (state, plies)
        if key in self.table:
            return self.table[key]
        if state.to_move == 0:
            v = -inf
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                alpha = max(alpha, v)
                if v > beta:
                    break
        else:
            v = inf
            for a in state.legal_actions():
                v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
                beta = min(beta, v)
                if v < alpha:
                    break
        self.table[key] = v
        return v

from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def static(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def ordered(self, state):
        pairs = [(a, state.successor(a)) for a in state.legal_actions()]
        pairs.sort(key=lambda p: self.static(p[1]), reverse=state.to_move == 0)
        return pairs[:3]

    def act(self, state):
        alpha, choice = -inf, None
        for action, child in self.ordered(state):
            v = self.value(child, self.depth * state.num_agents - 1, alpha, inf)
            if choice is None or v > alpha:
                alpha, choice = v, action
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return self.static(state)
        if state.to_move == 0:
            v = -inf
            for _, child in self.ordered(state):
                v = max(v, self.value(child, plies - 1, alpha, beta))
                if v > beta:
                    break
                alpha = max(alpha, v)
            return v
        v = inf
        for _, child in self.ordered(state):
            v = min(v, self.value(child, plies - 1, alpha, beta))
            if v < alpha:
                break
            beta = min(beta, v)
        return v

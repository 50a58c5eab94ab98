"""max stops at alpha, min stops at beta."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "wrong bound compared"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.max_value(state, self.depth * state.num_agents, float("-inf"), float("inf"))
        return action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)[0]
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        v, best = float("-inf"), None
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, alpha, beta)
            if w > v:
                v, best = w, a
            if v < alpha:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def min_value(self, state, plies, alpha, beta):
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v > beta:
                return v
            beta = min(beta, v)
        return v

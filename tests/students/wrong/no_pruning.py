"""alpha and beta are there, and they are passed on correctly."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "no pruning"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                alpha = max(alpha, v)
            return v
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            beta = min(beta, v)
        return v

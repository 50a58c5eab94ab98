"""At the next level the roles change, so alpha and beta change too."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "alpha and beta swapped"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = float("-inf"), state.legal_actions()[0]
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, best, float("inf"))
            if v > best:
                best, choice = v, a
        return choice

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            w = self.value(state.successor(a), plies - 1, beta, alpha)
            if state.to_move == 0:
                v = max(v, w)
                if v > beta:
                    return v
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                if v < alpha:
                    return v
                beta = min(beta, v)
        return v

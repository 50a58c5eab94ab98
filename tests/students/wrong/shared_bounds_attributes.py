"""alpha and beta are attributes, everybody can see them."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "bounds shared between siblings"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.alpha = float("-inf")
        self.beta = float("inf")
        best, choice = float("-inf"), state.legal_actions()[0]
        for a in state.legal_actions():
            v = self.search(state.successor(a), self.depth * state.num_agents - 1)
            if v > best:
                best, choice = v, a
            self.alpha = max(self.alpha, best)
        return choice

    def search(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            child = self.search(state.successor(a), plies - 1)
            if state.to_move == 0:
                v = max(v, child)
                if v > self.beta:
                    return v
                self.alpha = max(self.alpha, v)
            else:
                v = min(v, child)
                if v < self.alpha:
                    return v
                self.beta = min(self.beta, v)
        return v

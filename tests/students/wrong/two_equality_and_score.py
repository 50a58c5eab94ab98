"""alpha >= beta, >= at the root, and the score for everything"""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": ("prunes on equality", "ignores the given evaluation")}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

    def act(self, state):
        best = float("-inf")
        for a in state.legal_actions():
            v = self.ab(state.successor(a), self.depth * state.num_agents - 1, best, float("inf"))
            if v >= best:
                best, action = v, a
        return action

    def ab(self, s, n, alpha, beta):
        if n == 0 or s.is_terminal:
            return s.score
        value = float("-inf") if s.to_move == 0 else float("inf")
        for a in s.legal_actions():
            w = self.ab(s.successor(a), n - 1, alpha, beta)
            if s.to_move == 0:
                value = max(value, w)
                alpha = max(alpha, value)
            else:
                value = min(value, w)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

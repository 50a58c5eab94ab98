"""Prunes in one place for both: value > beta."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "wrong bound compared"}


class AlphaBeta(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def ab(s, n, alpha, beta):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            values = []
            for a in s.legal_actions():
                v = ab(s.successor(a), n - 1, alpha, beta)
                values.append(v)
                if v > beta:
                    break
                if s.to_move == 0:
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
            return max(values) if s.to_move == 0 else min(values)

        alpha, choice = float("-inf"), None
        for a in state.legal_actions():
            v = ab(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, choice = v, a
        return choice

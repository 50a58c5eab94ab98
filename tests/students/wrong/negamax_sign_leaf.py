"""Negamax as in the book: the value of a leaf is its evaluation."""

from math import inf

from pacgrid import Agent

MISTAKES = {"Minimax": "sign error of negamax", "AlphaBeta": ("sign error of negamax", "root does not update alpha")}


def enemies(s, t):
    return (s.to_move == 0) != (t.to_move == 0)


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def nega(self, s, k):
        """the best for the side to move"""
        if s.is_terminal:
            return s.score
        if k == 0:
            return self.evaluation(s)
        values = []
        for a in s.legal_actions():
            t = s.successor(a)
            values.append(-self.nega(t, k - 1) if enemies(s, t) else self.nega(t, k - 1))
        return max(values)

    def act(self, s):
        best, choice = -inf, s.legal_actions()[0]
        for a in s.legal_actions():
            t = s.successor(a)
            v = self.nega(t, self.depth * s.num_agents - 1)
            v = -v if enemies(s, t) else v
            if v > best:
                best, choice = v, a
        return choice


class AlphaBeta(Minimax):
    def nega(self, s, k, lo=-inf, hi=inf):
        if s.is_terminal or k == 0:
            return s.score if s.is_terminal else self.evaluation(s)
        best = -inf
        for a in s.legal_actions():
            t = s.successor(a)
            if enemies(s, t):
                best = max(best, -self.nega(t, k - 1, -hi, -lo))
            else:
                best = max(best, self.nega(t, k - 1, lo, hi))
            lo = max(lo, best)
            if lo > hi:
                return best
        return best

"""Negamax. The sign only flips when the side changes: two ghosts in a row are the same side."""

import math

from pacgrid import Agent

MISTAKES = {}


def side(s):
    return 1 if s.to_move == 0 else -1


class Minimax(Agent):
    def __init__(self, *, depth=2, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def negamax(self, s, d):
        # value from the point of view of the side to move in s
        if s.is_terminal:
            return side(s) * s.score
        if d == 0:
            return side(s) * self.evaluation(s)
        best = -math.inf
        for a in s.legal_actions():
            t = s.successor(a)
            best = max(best, side(s) * side(t) * self.negamax(t, d - 1))
        return best

    def act(self, s):
        scores = {}
        for a in s.legal_actions():
            t = s.successor(a)
            scores[a] = side(t) * self.negamax(t, self.depth * s.num_agents - 1)
        return max(scores, key=scores.get)


class AlphaBeta(Agent):
    def __init__(self, *, depth=2, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def negamax(self, s, d, alpha, beta):
        if s.is_terminal:
            return side(s) * s.score
        if d == 0:
            return side(s) * self.evaluation(s)
        best = -math.inf
        for a in s.legal_actions():
            t = s.successor(a)
            if side(t) == side(s):
                v = self.negamax(t, d - 1, alpha, beta)
            else:
                v = -self.negamax(t, d - 1, -beta, -alpha)
            best = max(best, v)
            alpha = max(alpha, v)
            if alpha > beta:
                break
        return best

    def act(self, s):
        alpha, choice = -math.inf, s.legal_actions()[0]
        for a in s.legal_actions():
            t = s.successor(a)
            if side(t) == 1:  # no ghosts on this board
                v = self.negamax(t, self.depth * s.num_agents - 1, alpha, math.inf)
            else:
                v = -self.negamax(t, self.depth * s.num_agents - 1, -math.inf, -alpha)
            if v > alpha:
                alpha, choice = v, a
        return choice

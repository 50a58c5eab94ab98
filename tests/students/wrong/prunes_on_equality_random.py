"""A random one of the best actions, so that the games aren't always the same."""

import random

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "prunes on equality"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        values = {}
        for a in state.legal_actions():
            bound = max(values.values(), default=float("-inf"))
            values[a] = self.ab(state.successor(a), self.depth * state.num_agents - 1, bound, float("inf"))
        best = max(values.values())
        return random.choice([a for a in values if values[a] == best])

    def ab(self, s, n, alpha, beta):
        if s.is_terminal: return s.score
        if n == 0: return self.evaluation(s)
        for a in s.legal_actions():
            v = self.ab(s.successor(a), n - 1, alpha, beta)
            if s.to_move == 0: alpha = max(alpha, v)
            else: beta = min(beta, v)
            if alpha >= beta: break
        return alpha if s.to_move == 0 else beta

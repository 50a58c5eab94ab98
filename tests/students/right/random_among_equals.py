"""If several actions are equally good I take any of them."""

import random

from pacgrid import Agent

MISTAKES = {}


def anyOf(pairs):
    top = max(v for v, _ in pairs)
    return random.choice([a for v, a in pairs if v == top])


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        n = self.depth * state.num_agents - 1
        return anyOf([(self.look(state.successor(a), n), a) for a in state.legal_actions()])

    def look(self, s, n):
        if s.is_terminal: return s.score
        if n == 0: return self.evaluation(s)
        vs = [self.look(s.successor(a), n - 1) for a in s.legal_actions()]
        if s.to_move == 0: return max(vs)
        else: return min(vs)


class Expectimax(Minimax):
    def look(self, s, n):
        if s.is_terminal: return s.score
        if n == 0: return self.evaluation(s)
        vs = [self.look(s.successor(a), n - 1) for a in s.legal_actions()]
        if s.to_move == 0: return max(vs)
        else: return sum(vs) / len(vs)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        n = self.depth * state.num_agents - 1
        alpha, equals = -99999999, []
        for a in state.legal_actions():
            v = self.look(state.successor(a), n, alpha, 99999999)
            if v > alpha:
                alpha, equals = v, [a]
            elif v == alpha:   # exact, because pruning is strict
                equals.append(a)
        return self.rng.choice(equals)

    def look(self, s, n, alpha, beta):
        if s.is_terminal: return s.score
        if n == 0: return self.evaluation(s)
        if s.to_move == 0:
            v = -99999999
            for a in s.legal_actions():
                v = max(v, self.look(s.successor(a), n - 1, alpha, beta))
                if v > beta: return v
                alpha = max(alpha, v)
            return v
        v = 99999999
        for a in s.legal_actions():
            v = min(v, self.look(s.successor(a), n - 1, alpha, beta))
            if v < alpha: return v
            beta = min(beta, v)
        return v

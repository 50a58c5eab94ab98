"""Everything happens inside act(), so that I don't have to pass depth and evaluation around."""

from math import inf

from pacgrid import Agent

MISTAKES = {}


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def minimax(s, n):
            if s.is_terminal:
                return s.score
            if not n:
                return self.evaluation(s)
            pick = max if s.to_move == 0 else min
            return pick(minimax(s.successor(a), n - 1) for a in s.legal_actions())

        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: minimax(state.successor(a), n - 1))


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def search(s, n, lo, hi):
            if s.is_terminal:
                return s.score
            if not n:
                return self.evaluation(s)
            mine = s.to_move == 0
            found = -inf if mine else inf
            for a in s.legal_actions():
                got = search(s.successor(a), n - 1, lo, hi)
                if mine:
                    found = max(found, got)
                    lo = max(lo, found)
                else:
                    found = min(found, got)
                    hi = min(hi, found)
                if lo > hi:  # strictly!
                    break
            return found

        n = self.depth * state.num_agents
        lo, choice = -inf, None
        for a in state.legal_actions():
            got = search(state.successor(a), n - 1, lo, inf)
            if choice is None or got > lo:
                lo, choice = got, a
        return choice


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def mean(values):
            values = list(values)
            return sum(values) / len(values)

        def expectimax(s, n):
            if s.is_terminal:
                return s.score
            if not n:
                return self.evaluation(s)
            pick = max if s.to_move == 0 else mean
            return pick(expectimax(s.successor(a), n - 1) for a in s.legal_actions())

        n = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: expectimax(state.successor(a), n - 1))

"""max, min, max, min over the score"""

from pacgrid import Agent

MISTAKES = {"Minimax": ("layers by parity", "ignores the given evaluation"), "AlphaBeta": ("layers by parity", "no pruning")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

    def act(self, state):
        def go(s, n, mine):
            if s.is_terminal or n == 0:
                return s.score
            values = [go(s.successor(a), n - 1, not mine) for a in s.legal_actions()]
            return max(values) if mine else min(values)

        n = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: go(state.successor(a), n, False))


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def go(s, n, mine):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            values = [go(s.successor(a), n - 1, not mine) for a in s.legal_actions()]
            return max(values) if mine else min(values)

        n = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: go(state.successor(a), n, False))

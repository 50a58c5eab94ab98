"""nonlocal, so that all the levels see the newest beta. alpha is a parameter."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "bounds shared between siblings"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        beta = float("inf")

        def high(s, n, alpha):
            if s.is_terminal: return s.score
            if n == 0: return self.evaluation(s)
            v = float("-inf")
            for a in s.legal_actions():
                v = max(v, either(s.successor(a), n - 1, alpha))
                if v > beta: return v
                alpha = max(alpha, v)
            return v

        def low(s, n, alpha):
            nonlocal beta
            if s.is_terminal: return s.score
            if n == 0: return self.evaluation(s)
            v = float("inf")
            for a in s.legal_actions():
                v = min(v, either(s.successor(a), n - 1, alpha))
                if v < alpha: return v
                beta = min(beta, v)
            return v

        def either(s, n, alpha):
            return high(s, n, alpha) if s.to_move == 0 else low(s, n, alpha)

        best, value = None, float("-inf")
        for a in state.legal_actions():
            v = either(state.successor(a), self.depth * state.num_agents - 1, value)
            if best is None or v > value:
                best, value = a, v
        return best

"""evaluates where it stands; v starts at 0"""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": ("evaluates the root instead of the leaf", "value starts at 0")}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        now = self.evaluation(state)

        def ab(s, n, alpha, beta):
            if s.is_terminal: return s.score
            if n == 0: return now
            v = 0 if s.to_move == 0 else float("inf")
            for a in s.legal_actions():
                w = ab(s.successor(a), n - 1, alpha, beta)
                if s.to_move == 0:
                    v = max(v, w)
                    alpha = max(alpha, v)
                else:
                    v = min(v, w)
                    beta = min(beta, v)
                if alpha > beta: break
            return v

        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = ab(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha: alpha, best = v, a
        return best

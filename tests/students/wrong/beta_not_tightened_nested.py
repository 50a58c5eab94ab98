"""Two functions that call each other, inside act."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "beta not tightened"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, root):
        n = self.depth * root.num_agents

        def search(s, k, alpha, beta):
            if s.is_terminal:
                return s.score, None
            if k == n:
                return self.evaluation(s), None
            choice = None
            if s.to_move == 0:
                for a in s.legal_actions():
                    v, _ = search(s.successor(a), k + 1, alpha, beta)
                    if choice is None or v > choice[0]:
                        choice = v, a
                    alpha = max(v, alpha)
                    if alpha > beta:
                        break
            else:
                for a in s.legal_actions():
                    v, _ = search(s.successor(a), k + 1, alpha, beta)
                    if choice is None or v < choice[0]:
                        choice = v, a
                    if v < alpha:
                        break
            return choice

        return search(root, 0, -9e9, 9e9)[1]

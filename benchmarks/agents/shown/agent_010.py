from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)
        self.alpha = -inf
        self.beta = inf

    def act(self, state):
        def search(s, plies, alpha, beta):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            if s.to_move == 0:
                v = -inf
                for a in s.legal_actions():
                    v = max(v, search(s.successor(a), plies - 1, alpha, beta))
                    if v > beta:
                        break
                    alpha = max(alpha, v)
                return v
            v = inf
            for a in s.legal_actions():
                v = min(v, search(s.successor(a), plies - 1, alpha, beta))
                if v < alpha:
                    break
                beta = min(beta, v)
            return v

        best_action, best_value = None, -inf
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            value = search(state.successor(action), plies, self.alpha, self.beta)
            if value > best_value:
                best_action, best_value = action, value
            self.alpha = max(self.alpha, value)
        return best_action

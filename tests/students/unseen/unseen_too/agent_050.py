"""Alpha-beta with iterative deepening: 1 round, 2 rounds, ... up to the depth."""
from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.max_depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best_action = None
        best_value = -inf
        for rounds in range(1, self.max_depth + 1):
            alpha = -inf
            for action in state.legal_actions():
                value = self.value(state.successor(action), rounds * state.num_agents - 1, alpha, inf)
                alpha = max(alpha, value)
                if value > best_value:
                    best_value = value
                    best_action = action
        return best_action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        maximizing = state.to_move == 0
        best = -inf if maximizing else inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, beta)
            if maximizing:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best

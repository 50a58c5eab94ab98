"""Alpha-beta with loops over indices."""

from pacgrid import Agent

LOWEST = -100
HIGHEST = 100000


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        actions = state.legal_actions()
        alpha = LOWEST
        best_value = None
        best_index = 0
        i = 0
        while i < len(actions):
            child = state.successor(actions[i])
            value = self.value(child, self.depth * state.num_agents - 1, alpha, HIGHEST)
            if best_value is None or value > best_value:
                best_value = value
                best_index = i
            if value > alpha:
                alpha = value
            i += 1
        return actions[best_index]

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        maximizing = state.to_move == 0
        best = None
        i = 0
        while i < len(actions) and alpha < beta:
            value = self.value(state.successor(actions[i]), plies - 1, alpha, beta)
            if maximizing:
                best = value if best is None else max(best, value)
                alpha = max(alpha, best)
            else:
                best = value if best is None else min(best, value)
                beta = min(beta, best)
            i += 1
        return best

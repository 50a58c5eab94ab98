"""Alpha-beta, iterative deepening, and a table so that positions needn't be searched again."""
from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)
        self.table = {}

    def act(self, state):
        self.table.clear()
        best_action = None
        for rounds in range(1, self.depth + 1):
            best_action = self.root(state, rounds * state.num_agents)
        return best_action

    def root(self, state, plies):
        alpha, best_action = -inf, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1, alpha, inf)
            if best_action is None or v > alpha:
                alpha, best_action = v, action
        return best_action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state in self.table:
            return self.table[state]

        low, high = alpha, beta
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
                if v > beta:
                    break
                alpha = max(alpha, v)
        else:
            v = inf
            for action in state.legal_actions():
                v = min(v, self.value(state.successor(action), plies - 1, alpha, beta))
                if v < alpha:
                    break
                beta = min(beta, v)
        if low < v < high:  # exact, not just a bound
            self.table[state] = v
        return v

"""Expectimax agent based on my alpha-beta agent from question 2."""
from math import inf

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best = None
        alpha, beta = -inf, inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, alpha, beta)
            if best is None or v > alpha:
                best = action
                alpha = max(alpha, v)
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v
        actions = state.legal_actions()
        total, count = 0, 0
        for action in actions:
            total += self.value(state.successor(action), plies - 1, alpha, beta)
            count += 1
            if total / count <= alpha:
                return total / count
        return total / count

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        value = -inf
        chosen = None
        for action in state.legal_actions():
            result = self.value(state.successor(action), plies - 1, value, inf)
            if chosen is None or result > value:
                value, chosen = result, action
        return chosen

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state) if self.evaluation else state.score
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        value = -inf
        for action in state.legal_actions():
            result = self.value(state.successor(action), plies - 1, alpha, beta)
            if result > beta:
                break
            value = max(value, result)
            alpha = max(alpha, value)
        return value

    def min_value(self, state, plies, alpha, beta):
        value = inf
        for action in state.legal_actions():
            result = self.value(state.successor(action), plies - 1, alpha, beta)
            value = min(value, result)
            if value < alpha:
                break
            beta = min(beta, value)
        return value

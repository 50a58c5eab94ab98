"""When it is pruned, the exact number doesn't matter: return the bound."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "returns the bound instead of the value"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, choice = float("-inf"), None
        for action in state.legal_actions():
            value = self.min_value(state.successor(action), self.depth * state.num_agents - 1, alpha, float("inf"))
            if value >= alpha:
                alpha, choice = value, action
        return choice

    def value(self, state, plies, alpha, beta):
        return (self.min_value if state.to_move else self.max_value)(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if value > beta:
                return beta
            alpha = max(alpha, value)
        return alpha

    def min_value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if value < alpha:
                return alpha
            beta = min(beta, value)
        return beta

from math import inf

from pacgrid import Agent


def colour(state):
    return 1 if state.to_move == 0 else -1


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, alpha = None, -inf
        for action in state.legal_actions():
            value = -self.negamax(state.successor(action), self.depth, -inf, -alpha)
            if best is None or value > alpha:
                best, alpha = action, value
        return best

    def negamax(self, state, depth, alpha, beta):
        if state.to_move == 0:
            depth -= 1
        if state.is_terminal:
            return colour(state) * state.score
        if depth == 0:
            return colour(state) * self.evaluation(state)
        value = -inf
        for action in state.legal_actions():
            child = state.successor(action)
            if colour(child) == colour(state):
                value = max(value, self.negamax(child, depth, alpha, beta))
            else:
                value = max(value, -self.negamax(child, depth, -alpha, -beta))
            alpha = max(alpha, value)
            if alpha > beta:
                break
        return value

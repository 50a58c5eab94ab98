from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.action = None

    def act(self, state):
        self.action = None
        self.max_value(state, 0, -float("inf"), float("inf"))
        return self.action

    def max_value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        if depth == self.depth:
            return self.evaluation(state)
        value = -float("inf")
        for action in state.legal_actions():
            new = self.min_value(state.successor(action), depth, alpha, beta)
            if new > value:
                value = new
                self.action = action
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        value = float("inf")
        for action in state.legal_actions():
            next_state = state.successor(action)
            if next_state.to_move == 0:
                new = self.max_value(next_state, depth + 1, alpha, beta)
            else:
                new = self.min_value(next_state, depth, alpha, beta)
            value = min(value, new)
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Orders moves by a quick look, so that it can cut early."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, alpha = None, -inf
        for action, child in self.ordered(state):
            value = self.value(child, self.depth, alpha, inf)
            if best_action is None or value > alpha:
                best_action, alpha = action, value
        return best_action

    def quick(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def ordered(self, state):
        pairs = [(action, state.successor(action)) for action in state.legal_actions()]
        pairs.sort(key=lambda pair: self.quick(pair[1]), reverse=state.to_move == 0)
        return pairs[:3]

    def value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        if state.to_move != 0:
            return self.min_value(state, depth, alpha, beta)
        if depth == 1:
            return self.evaluation(state)
        return self.max_value(state, depth - 1, alpha, beta)

    def max_value(self, state, depth, alpha, beta):
        v = -inf
        for _, child in self.ordered(state):
            v = max(v, self.value(child, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, depth, alpha, beta):
        v = inf
        for _, child in self.ordered(state):
            if child.to_move == 0:
                v = min(v, self.value(child, depth, alpha, beta))
            else:
                v = min(v, self.value(child, depth, beta, alpha))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

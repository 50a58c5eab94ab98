"""depth goes down by one at each level of the recursion."""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "depth counted per agent instead of per round",
    "AlphaBeta": "depth counted per agent instead of per round",
    "Expectimax": "depth counted per agent instead of per round",
}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.minimax(state.successor(a), self.depth - 1))

    def minimax(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        values = []
        for a in state.legal_actions():
            values.append(self.minimax(state.successor(a), depth - 1))
        return max(values) if state.to_move == 0 else min(values)


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        v, best = self.maxValue(state, self.depth, float("-inf"), float("inf"))
        return best

    def maxValue(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if depth == 0:
            return self.evaluation(state), None
        v, best = float("-inf"), None
        for a in state.legal_actions():
            w, _ = self.minValue(state.successor(a), depth - 1, alpha, beta)
            if w > v:
                v, best = w, a
            if v > beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def minValue(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if depth == 0:
            return self.evaluation(state), None
        v, best = float("inf"), None
        for a in state.legal_actions():
            child = state.successor(a)
            if child.to_move == 0:
                w, _ = self.maxValue(child, depth - 1, alpha, beta)
            else:
                w, _ = self.minValue(child, depth - 1, alpha, beta)
            if w < v:
                v, best = w, a
            if v < alpha:
                return v, best
            beta = min(beta, v)
        return v, best


class Expectimax(Minimax):
    def minimax(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        values = []
        for a in state.legal_actions():
            values.append(self.minimax(state.successor(a), depth - 1))
        return max(values) if state.to_move == 0 else sum(values) / len(values)

from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation if evaluation else (lambda s: s.score)
        self.alpha = float('-inf')
        self.beta = float('inf')

    def act(self, state):
        self.alpha = float('-inf')
        self.beta = float('inf')
        bestValue = float('-inf')
        bestAction = None
        for action in state.legal_actions():
            v = self.minValue(state.successor(action), self.depth)
            if v > bestValue:
                bestValue = v
                bestAction = action
            if bestValue > self.alpha:
                self.alpha = bestValue
        return bestAction

    def maxValue(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        v = float('-inf')
        for action in state.legal_actions():
            v = max(v, self.minValue(state.successor(action), depth))
            if v > self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def minValue(self, state, depth):
        if state.is_terminal:
            return state.score
        v = float('inf')
        for action in state.legal_actions():
            succ = state.successor(action)
            if succ.to_move == 0:
                v = min(v, self.maxValue(succ, depth - 1))
            else:
                v = min(v, self.minValue(succ, depth))
            if v < self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v

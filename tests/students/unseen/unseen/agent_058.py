from pacgrid import Agent, Report


class Minimax(Agent):
    """value(s), max-value(s), min-value(s)."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        values = {a: self.value(state.successor(a), self.depth) for a in state.legal_actions()}
        self.report = Report(values=values)
        return max(values, key=values.get)

    def value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return int(self.evaluation(state))
        if state.to_move == 0:
            return self.max_value(state, depth)
        return self.min_value(state, depth)

    def max_value(self, state, depth):
        v = float("-inf")
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), depth))
        return v

    def min_value(self, state, depth):
        v = float("+inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), depth - 1))
        return v

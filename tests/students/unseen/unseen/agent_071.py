from pacgrid import Agent, Report

NUM_DIRECTIONS = 4


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), self.depth * state.num_agents - 1)
        self.report = Report(values=values)
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.maxValue(state, plies)
        return self.expValue(state, plies)

    def maxValue(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def expValue(self, state, plies):
        v = 0.0
        for action in state.legal_actions():
            v += self.value(state.successor(action), plies - 1) / NUM_DIRECTIONS
        return v

from statistics import median

from pacgrid import Agent, Report


class Expectimax(Agent):
    """What to expect from a ghost that moves at random."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        for action in state.legal_actions():
            child = state.successor(action)
            self.report.values[action] = self.expected(child, self.depth * state.num_agents - 1)
        return max(self.report.values, key=self.report.values.get)

    def expected(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.expected(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return median(values)

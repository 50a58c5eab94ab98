from collections import defaultdict

from pacgrid import Agent, Report


class Minimax(Agent):
    """Iterative deepening minimax."""

    def __init__(self, depth=2, evaluation=None):
        self.max_depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        totals = defaultdict(float)
        for depth in range(1, self.max_depth + 1):
            for action in state.legal_actions():
                after = state.successor(action)
                totals[action] += self.value(after, depth * state.num_agents - 1)
        self.report.values = dict(totals)
        return max(totals, key=totals.get)

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)

from pacgrid import Agent, Report


class Expectimax(Agent):
    """Passes the number of rounds down, and the mean up by Welford's formula."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        horizon = self.depth * state.num_agents
        for action in state.legal_actions():
            self.report.values[action] = self.v(state.successor(action), 1, horizon)
        return max(self.report.values, key=self.report.values.get)

    def v(self, state, t, horizon):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if t == horizon:
            return self.evaluation(state)
        return (self.mean if state.to_move else self.maximum)(state, t, horizon)

    def maximum(self, state, t, horizon):
        return sorted(self.v(state.successor(a), t + 1, horizon) for a in state.legal_actions())[-1]

    def mean(self, state, t, horizon):
        mu, n = 0.0, 0
        for a in state.legal_actions():
            n += 1
            mu += (self.v(state.successor(a), t + 1, horizon) - mu) / n
        return mu

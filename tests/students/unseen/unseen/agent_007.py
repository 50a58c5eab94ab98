from pacgrid import Agent, Report


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.utility = evaluation or (lambda s: s.score)

    def act(self, state):
        n = self.depth * state.num_agents
        values = {a: self.eu(state.successor(a), n - 1, 1.0) for a in state.legal_actions()}
        self.report = Report(values=values)
        return max(values, key=values.get)

    def eu(self, state, n, p):
        """Expected utility of a state that is reached with probability p."""
        if state.is_terminal:
            return p * state.score
        if n == 0:
            return p * self.utility(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            return max(self.eu(state.successor(a), n - 1, p) for a in actions)
        q = 1 / len(actions)
        total = 0
        for a in actions:
            total += q * self.eu(state.successor(a), n - 1, p * q)
        return total

from pacgrid import Agent, Report


class Expectimax(Agent):
    """Expectimax for any number of ghosts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        plies = self.depth * state.num_agents
        for action in state.legal_actions():
            self.report.values[action] = self.chance(state.successor(action), plies - 1)
        return max(self.report.values, key=self.report.values.get)

    def outcomes(self, state, plies):
        """All states in which the ghosts have finished their moves."""
        if state.is_terminal or plies == 0 or state.to_move == 0:
            yield state, plies
            return
        for action in state.legal_actions():
            yield from self.outcomes(state.successor(action), plies - 1)

    def chance(self, state, plies):
        results = [self.best(after, left) for after, left in self.outcomes(state, plies)]
        return sum(results) / len(results)

    def best(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        return max(self.chance(state.successor(a), plies - 1) for a in state.legal_actions())

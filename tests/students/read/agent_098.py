from pacgrid import Agent


class Expectimax(Agent):
    """Written with generators, so that no list of positions is kept."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        pairs = ((self.value(child, plies - 1), action) for action, child in self.children(state))
        return max(pairs, key=lambda pair: pair[0])[1]

    def children(self, state):
        for action in state.legal_actions():
            yield action, state.successor(action)

    def average(self, values):
        count = sum(1 for _ in values)
        return sum(values) / count

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = (self.value(child, plies - 1) for _, child in self.children(state))
        return max(values) if state.to_move == 0 else self.average(values)

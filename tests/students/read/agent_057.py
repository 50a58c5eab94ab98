from pacgrid import Agent


def mean(numbers):
    return sum(numbers) / len(numbers)


class Expectimax(Agent):
    """Every node is a list of things to compute and a function that combines them."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1)
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        branches = []
        for action in state.legal_actions():
            branches.append(lambda: self.value(state.successor(action), plies - 1))
        combine = max if state.to_move == 0 else mean
        return combine([branch() for branch in branches])

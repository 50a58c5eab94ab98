from pacgrid import Agent


def mean(numbers):
    """The expected value if all of the numbers are equally likely."""
    return sum(numbers) // len(numbers)


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        # one number for each action
        actions = state.legal_actions()
        numbers = []
        for action in actions:
            numbers.append(self.estimate(state.successor(action), self.depth * state.num_agents - 1))
        # Pac-Man wants the highest one
        target = max(numbers) if state.to_move == 0 else min(numbers)
        return actions[numbers.index(target)]

    def estimate(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        numbers = []
        for action in state.legal_actions():
            numbers.append(self.estimate(state.successor(action), plies - 1))
        if state.to_move == 0:
            return max(numbers)
        return mean(numbers)

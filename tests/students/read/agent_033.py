from pacgrid import Agent


class Minimax(Agent):
    """Considers each action in turn."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.best_value = float("-inf")
        self.best_action = None

    def act(self, state):
        self.best_action = state.legal_actions()[0]
        for action in state.legal_actions():
            self.consider(action, self.min_value(state.successor(action), self.depth))
        return self.best_action

    def consider(self, action, value):
        if value > self.best_value:
            self.best_value = value
            self.best_action = action

    def max_value(self, state, rounds):
        if state.is_terminal:
            return state.score
        if rounds == 0:
            return self.evaluation(state)
        return max(
            self.min_value(state.successor(action), rounds) for action in state.legal_actions()
        )

    def min_value(self, state, rounds):
        if state.is_terminal:
            return state.score
        values = []
        for action in state.legal_actions():
            child = state.successor(action)
            if child.to_move == 0:
                values.append(self.max_value(child, rounds - 1))
            else:
                values.append(self.min_value(child, rounds))
        return min(values)

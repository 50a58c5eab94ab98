from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.pick(state, self.depth)[0]

    def pick(self, state, depth):
        """Pac-Man's best action here, with its value."""
        best_action = None
        best_value = None
        for action in state.legal_actions():
            value = self.value(state.successor(action), depth)
            if not best_value or value > best_value:
                best_value = value
                best_action = action
        return best_action, best_value

    def value(self, state, depth):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            if depth == 1:
                return self.evaluation(state)
            return self.pick(state, depth - 1)[1]
        values = [self.value(state.successor(action), depth) for action in state.legal_actions()]
        return sum(values) / len(values)

from pacgrid import Agent


class Expectimax(Agent):
    """Searches one round deep, then two, and so on up to `depth`."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_value = float("-inf")
        best_action = state.legal_actions()[0]
        for depth in range(1, self.depth + 1):
            for action in state.legal_actions():
                value = self.value(state.successor(action), depth * state.num_agents - 1)
                if value > best_value:
                    best_value = value
                    best_action = action
        return best_action

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = []
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), plies - 1))
        if state.to_move == 0:
            return max(values)
        else:
            return sum(values) / len(values)

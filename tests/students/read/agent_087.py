from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        best_value = None
        for action in state.legal_actions():
            value = self.get_value(state.successor(action), self.depth)
            if best_value is None or value > best_value:
                best_value = value
                best = action
        return best

    def get_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            depth = depth - 1
            if depth == 0:
                return self.evaluation(state)
            return self.max_value(state, depth)
        return self.exp_value(state, depth)

    def max_value(self, state, depth):
        values = []
        for action in state.legal_actions():
            values.append(self.get_value(state.successor(action), depth))
        return max(values)

    def exp_value(self, state, depth, values=[]):
        for action in state.legal_actions():
            values.append(self.get_value(state.successor(action), depth))
        return sum(values) / len(values)

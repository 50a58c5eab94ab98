from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.table = {}

    def act(self, state):
        plies = self.depth * state.num_agents
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            value = self.lookup(state.successor(action), plies - 1)
            if value > best_value:
                best_action, best_value = action, value
        return best_action

    def lookup(self, state, plies):
        key = state
        if key not in self.table:
            self.table[key] = self.compute(state, plies)
        return self.table[key]

    def compute(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        children = [state.successor(action) for action in state.legal_actions()]
        values = [self.lookup(child, plies - 1) for child in children]
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values)

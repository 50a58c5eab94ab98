from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best, best_value = None, float("-inf")
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth * state.num_agents - 1)
            if value > best_value:
                best, best_value = action, value
        return best

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.exp_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def exp_value(self, state, plies):
        v = 0
        for action in state.legal_actions():
            v += self.value(state.successor(action), plies - 1)
        return v

from math import inf

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        values = {a: self.value(state.successor(a), plies) for a in state.legal_actions()}
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        elif state.to_move == 1:
            return self.exp_value(state, plies)
        else:
            return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def min_value(self, state, plies):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v

    def exp_value(self, state, plies):
        actions = state.legal_actions()
        return sum(self.value(state.successor(a), plies - 1) for a in actions) / len(actions)

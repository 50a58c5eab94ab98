from math import inf
from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best = -inf
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1)
            if v > best:
                best, chosen = v, action
        return chosen

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        if state.to_move == 1:
            # chance
            p = 1 / len(actions)
            return sum([p * self.value(state.successor(a), plies - 1) for a in actions])
        # max
        v = 0
        for a in actions:
            v = max(v, self.value(state.successor(a), plies - 1))
        return v

from functools import partial

from pacgrid import Agent

PLIES_PER_ROUND = 2


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        look = partial(self.after, state, PLIES_PER_ROUND * self.depth)
        return max(state.legal_actions(), key=look)

    def after(self, state, plies, action):
        return self.value(state.successor(action), plies - 1)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = list(map(partial(self.after, state, plies), state.legal_actions()))
        if state.to_move == 0:
            return max(values)
        return sum(values) / len(values)

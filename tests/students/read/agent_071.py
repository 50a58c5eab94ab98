from functools import reduce

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def horizon(self, state):
        ghosts = state.num_agents - 1
        return self.depth * ghosts

    def leaf(self, state):
        if state.is_terminal:
            return state.score
        return state.score + self.evaluation(state)

    def value(self, state, plies):
        if state.is_terminal or plies <= 0:
            return self.leaf(state)
        better = max if state.to_move == 0 else min
        children = map(state.successor, state.legal_actions())
        return reduce(better, (self.value(child, plies - 1) for child in children))

    def act(self, state):
        plies = self.horizon(state) - 1
        values = {a: self.value(state.successor(a), plies) for a in state.legal_actions()}
        top = max(values.values())
        return next(a for a, value in values.items() if value == top)

from math import inf

from pacgrid import Agent, Report


class Minimax(Agent):
    """AIMA figure 5.3."""

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.eval = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        value, move = self.max_value(state, self.depth * state.num_agents)
        return move

    def search(self, state, plies):
        return self.max_value(state, plies) if state.to_move == 0 else self.min_value(state, plies)

    def max_value(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.eval(state), None
        v, move = -inf, None
        for a in state.legal_actions():
            v2, a2 = self.search(state.successor(a), plies - 1)
            if v2 > v:
                v, move = v2, a
        return v, move

    def min_value(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.eval(state), None
        v, move = inf, None
        for a in state.legal_actions():
            v2, a2 = self.search(state.successor(a), plies - 1)
            if v2 < v:
                v, move = v2, a
            return v, move

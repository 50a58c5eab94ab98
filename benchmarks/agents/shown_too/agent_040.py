from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        v, action = self.maximum(state, self.depth * state.num_agents, -inf, inf)
        return action

    def search(self, state, plies, a, b):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        f = self.maximum if state.to_move == 0 else self.minimum
        return f(state, plies, a, b)

    def maximum(self, state, plies, a, b):
        v, move = -inf, None
        for action in state.legal_actions():
            w, _ = self.search(state.successor(action), plies - 1, a, b)
            if w >= v:
                v, move = w, action
            if v >= b:
                return v, move
            a = max(a, v)
        return v, move

    def minimum(self, state, plies, a, b):
        v, move = inf, None
        for action in state.legal_actions():
            w, _ = self.search(state.successor(action), plies - 1, a, b)
            if w <= v:
                v, move = w, action
            if v <= a:
                return v, move
            b = min(b, v)
        return v, move

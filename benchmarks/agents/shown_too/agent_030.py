from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


def children(state):
    for action in state.legal_actions():
        yield state.successor(action)


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        alpha, values = -inf, []
        for child in children(state):
            values.append(self.value(child, plies - 1, alpha, inf))
            alpha = max(alpha, values[-1])
        return state.legal_actions()[values.index(max(values))]

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = -inf
            for child in children(state):
                v = max(v, self.value(child, plies - 1, alpha, beta))
                if v > alpha:
                    return v
            return v
        v = inf
        for child in children(state):
            v = min(v, self.value(child, plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


def side(state):
    return 1 if state.to_move == 0 else -1


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        plies = self.depth * state.num_agents
        best, choice = -inf, None
        for action in state.legal_actions():
            child = state.successor(action)
            v = side(child) * self.nega(child, plies - 1, -inf, inf)
            if v > best:
                best, choice = v, action
        return choice

    def nega(self, state, plies, alpha, beta):
        me = side(state)
        if state.is_terminal:
            return me * state.score
        if plies == 0:
            return me * self.evaluation(state)
        best = -inf
        for action in state.legal_actions():
            child = state.successor(action)
            if side(child) == me:
                v = self.nega(child, plies - 1, alpha, beta)
            else:
                v = -self.nega(child, plies - 1, -alpha, -beta)
            best = max(best, v)
            alpha = max(alpha, best)
            if alpha > beta:
                break
        return best

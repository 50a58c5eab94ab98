from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        _, action = self.ab(state, self.depth * state.num_agents, -inf, inf)
        return action

    def ab(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        pick = None
        best = -inf if state.to_move == 0 else inf
        for action in state.legal_actions():
            v, _ = self.ab(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                if v > beta:
                    break
                if pick is None or v > best:
                    best, pick = v, action
                alpha = max(alpha, best)
            else:
                if v < alpha:
                    break
                if pick is None or v < best:
                    best, pick = v, action
                beta = min(beta, best)
        return best, pick

"""The root keeps alpha. Below, only the ghosts change something: beta."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "alpha not raised below the root"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, a
        return best

    def value(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = None
        for a in state.legal_actions():
            child = self.value(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = child if v is None or child > v else v
                if v > beta:
                    return v
            else:
                v = child if v is None or child < v else v
                if v < alpha:
                    return v
                beta = min(beta, v)
        return v

from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        alpha, choice = -inf, None
        for action in state.legal_actions():
            v = self.relative(state.successor(action), self.depth * state.num_agents - 1,
                              1, alpha, inf)
            if choice is None or v > alpha:
                alpha, choice = v, action
        return choice

    def relative(self, state, plies, viewer, alpha, beta):
        """Value for `viewer`: 1 for Pac-Man, -1 for the ghosts."""
        if state.is_terminal:
            return viewer * state.score
        if plies == 0:
            return viewer * self.evaluation(state)
        mover = 1 if state.to_move == 0 else -1
        if mover != viewer:
            return -self.relative(state, plies, mover, -beta, -alpha)
        best = -inf
        for action in state.legal_actions():
            v = self.relative(state.successor(action), plies - 1, mover, alpha, beta)
            best = max(best, v)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best

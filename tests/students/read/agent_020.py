"""Iterative deepening: the last value tells where to look for the next one."""

from math import inf

from pacgrid import Agent

MARGIN = 30


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        action, guess = self.root(state, 1, -inf, inf)
        for rounds in range(2, self.depth + 1):
            low, high = guess - MARGIN, guess + MARGIN
            action, guess = self.root(state, rounds, low, high)
        return action

    def root(self, state, rounds, alpha, beta):
        """The best action and its value, searched inside a window."""
        plies = rounds * state.num_agents
        best_action, best = None, -inf
        for action in state.legal_actions():
            value = self.alpha_beta(state.successor(action), plies - 1, alpha, beta)
            if best_action is None or value > best:
                best_action, best = action, value
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best_action, best

    def alpha_beta(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                best = max(best, self.alpha_beta(state.successor(action), plies - 1, alpha, beta))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = inf
        for action in state.legal_actions():
            best = min(best, self.alpha_beta(state.successor(action), plies - 1, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

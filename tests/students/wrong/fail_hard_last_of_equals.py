"""Strict pruning, as it must be if I want the last of equal actions."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "returns the bound instead of the value"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, ties = float("-inf"), []
        for action in state.legal_actions():
            v = self.ab(state.successor(action), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, ties = v, []
            if v == alpha:
                ties.append(action)
        return ties[-1]

    def ab(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        for action in state.legal_actions():
            v = self.ab(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha > beta:
                break
        # alpha, even if nothing reached it
        return alpha if state.to_move == 0 else beta

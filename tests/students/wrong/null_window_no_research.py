"""PVS: the first action gets the whole window, the others are only tested against it."""

from pacgrid import Agent

MISTAKES = {"AlphaBeta": "null window without a re-search"}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = choice = None
        for action in state.legal_actions():
            child = state.successor(action)
            plies = self.depth * state.num_agents - 1
            if choice is None:
                best, choice = self.search(child, plies, float("-inf"), float("inf")), action
            else:
                v = self.search(child, plies, best, best + 0.001)
                if v > best:
                    best, choice = v, action
        return choice

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        v = float("-inf") if state.to_move == 0 else float("inf")
        for a in state.legal_actions():
            w = self.search(state.successor(a), plies - 1, alpha, beta)
            if state.to_move == 0:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v

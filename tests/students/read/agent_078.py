from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Tests every move but the first with an empty window at the root."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        first, *others = state.legal_actions()
        plies = self.depth * state.num_agents - 1
        best = first
        score = self.search(state.successor(first), plies, -inf, inf)
        for action in others:
            child = state.successor(action)
            probe = self.search(child, plies, score, score)
            if probe > score:
                score = probe
                best = action
        return best

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            value = -inf
            for action in state.legal_actions():
                value = max(value, self.search(state.successor(action), plies - 1, alpha, beta))
                if value > beta:
                    break
                alpha = max(alpha, value)
        else:
            value = inf
            for action in state.legal_actions():
                value = min(value, self.search(state.successor(action), plies - 1, alpha, beta))
                if value < alpha:
                    break
                beta = min(beta, value)
        return value

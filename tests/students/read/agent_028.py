from pacgrid import Agent


class AlphaBeta(Agent):
    """max_value and min_value as on the slides, with ghosts 1 ... n."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.max_value(state, 0, float("-inf"), float("inf"))
        return action

    def max_value(self, state, rounds, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if rounds == self.depth:
            return self.evaluation(state), None
        v, move = float("-inf"), None
        for a in state.legal_actions():
            v2 = self.min_value(state.successor(a), rounds, 1, alpha, beta)
            if move is None or v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(self, state, rounds, ghost, alpha, beta):
        if state.is_terminal:
            return state.score
        v = float("inf")
        for a in state.legal_actions():
            after = state.successor(a)
            if ghost + 1 < state.num_agents:
                v2 = self.min_value(after, rounds, ghost + 1, beta, alpha)
            else:
                v2, _ = self.max_value(after, rounds + 1, alpha, beta)
            if v2 < v:
                v = v2
                beta = min(beta, v)
            if v <= alpha:
                return v
        return v

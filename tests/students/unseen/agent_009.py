from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False
    inf = float("inf")

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.pacman(state, self.depth, -self.inf, self.inf)[1]

    def pacman(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if depth == 0:
            return self.evaluation(state), None
        v, choice = -self.inf, None
        for action in state.legal_actions():
            value = self.after(state.successor(action), depth, alpha, beta)
            if value > v:
                v, choice = value, action
            if v > beta:
                return v, choice
            alpha = max(alpha, v)
        return v, choice

    def after(self, state, depth, alpha, beta):
        """The value after somebody's move."""
        if state.to_move == 0:
            return self.pacman(state, depth - 1, alpha, beta)[0]
        return self.ghost(state, depth, alpha, beta)

    def ghost(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        v = self.inf
        more_ghosts = state.to_move < state.num_agents - 1
        for action in state.legal_actions():
            successor = state.successor(action)
            if more_ghosts:
                value = self.after(successor, depth, alpha, self.inf)
            else:
                value = self.after(successor, depth, alpha, beta)
            v = min(v, value)
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

from pacgrid import Agent

INFINITY = 10**9


class AlphaBeta(Agent):
    """Fail-hard: a search never returns a value outside of alpha and beta."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        choice = state.legal_actions()[0]
        alpha = -INFINITY
        for action in state.legal_actions():
            value = self.search(state.successor(action), 1, alpha, INFINITY)
            if value > alpha:
                alpha = value
                choice = action
        return choice

    def search(self, state, ply, alpha, beta):
        if state.is_terminal:
            return self.clamp(state.score, alpha, beta)
        if ply == self.depth * state.num_agents:
            return self.clamp(self.evaluation(state), alpha, beta)
        if state.to_move == 0:
            return self.pacman(state, ply, alpha, beta)
        return self.ghost(state, ply, alpha, beta)

    def clamp(self, value, alpha, beta):
        if value < alpha:
            return alpha
        if value > beta:
            return beta
        return value

    def pacman(self, state, ply, alpha, beta):
        for action in state.legal_actions():
            value = self.search(state.successor(action), ply + 1, alpha, beta)
            if value >= beta:
                return alpha
            alpha = max(alpha, value)
        return alpha

    def ghost(self, state, ply, alpha, beta):
        for action in state.legal_actions():
            value = self.search(state.successor(action), ply + 1, alpha, beta)
            if value <= alpha:
                return alpha
            beta = min(beta, value)
        return beta

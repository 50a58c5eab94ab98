from pacgrid import Agent

INFINITY = float("inf")


class AlphaBeta(Agent):
    """Alpha-beta as in the lecture."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = -INFINITY
        move = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth, alpha, INFINITY)
            if v >= alpha:
                alpha = v
                move = action
        return move

    def value(self, state, rounds, alpha, beta):
        if state.is_terminal:
            return state.score
        if state.to_move != 0:
            return self.ghost(state, rounds, alpha, beta)
        if rounds == 1:
            return self.evaluation(state)
        return self.pacman(state, rounds - 1, alpha, beta)

    def pacman(self, state, rounds, alpha, beta):
        v = -INFINITY
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), rounds, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def ghost(self, state, rounds, alpha, beta):
        v = INFINITY
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), rounds, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

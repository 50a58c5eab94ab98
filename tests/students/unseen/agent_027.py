from pacgrid import Agent

BIG = float("inf")


class AlphaBeta(Agent):
    """Alpha-beta as a negamax; all ghosts are one side."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha, chosen = -BIG, None
        for action in state.legal_actions():
            v = self.step(state, action, self.depth * state.num_agents, alpha, BIG)
            if v > alpha:
                alpha, chosen = v, action
        return chosen

    def step(self, state, action, plies, alpha, beta):
        """What `action` is worth to the side that plays it."""
        child = state.successor(action)
        if (child.to_move == 0) == (state.to_move == 0):
            return self.negamax(child, plies - 1, alpha, beta)
        return -self.negamax(child, plies - 1, -beta, -alpha)

    def negamax(self, state, plies, alpha, beta):
        colour = 1 if state.to_move == 0 else -1
        if state.is_terminal:
            return colour * state.score
        if plies == 0:
            return colour * self.evaluation(state)
        best = -BIG
        for action in state.legal_actions():
            best = max(best, self.step(state, action, plies, alpha, beta))
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

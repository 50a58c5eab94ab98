from pacgrid import Agent


class AlphaBeta(Agent):
    """Negamax with pruning; ghosts are one team."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha, beta = float("-inf"), float("inf")
        best_action = None
        for action in state.legal_actions():
            child = state.successor(action)
            value = self.child_value(state, child, self.depth * state.num_agents - 1, alpha, beta)
            if best_action is None or value > alpha:
                best_action = action
                alpha = max(alpha, value)
        return best_action

    def sign(self, state):
        return 1 if state.to_move == 0 else -1

    def child_value(self, state, child, plies, alpha, beta):
        if self.sign(state) == self.sign(child):
            return self.negamax(child, plies, alpha, beta)
        return -self.negamax(child, plies, -alpha, -beta)

    def negamax(self, state, plies, alpha, beta):
        if state.is_terminal:
            return self.sign(state) * state.score
        if plies == 0:
            return self.sign(state) * self.evaluation(state)
        best = float("-inf")
        for action in state.legal_actions():
            child = state.successor(action)
            best = max(best, self.child_value(state, child, plies - 1, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

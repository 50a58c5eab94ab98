from pacgrid import Agent


class AlphaBeta(Agent):
    """Negamax with alpha-beta; works for several ghosts, too."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, best_value = None, -float("inf")
        plies = self.depth * state.num_agents
        for action in state.legal_actions():
            child = state.successor(action)
            value = self.child_value(state, child, plies, best_value, float("inf"))
            if best_action is None or value > best_value:
                best_action, best_value = action, value
        return best_action

    def sign(self, state):
        return -1 if state.to_move else 1

    def child_value(self, state, child, plies, alpha, beta):
        if self.sign(state) == self.sign(child):
            return self.negamax(child, plies, alpha, beta)
        return -self.negamax(child, plies, -alpha, -beta)

    def negamax(self, state, plies, alpha, beta):
        if state.is_terminal:
            return self.sign(state) * state.score
        if plies == 0:
            return self.sign(state) * self.evaluation(state)
        best = -float("inf")
        for action in state.legal_actions():
            value = self.child_value(state, state.successor(action), plies - 1, alpha, beta)
            best = max(best, value)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

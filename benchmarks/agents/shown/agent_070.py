from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def leaf(self, state):
        if state.is_terminal or self.evaluation is None:
            return state.score
        return self.evaluation(state)

    def act(self, state):
        inf = float("inf")
        best = (-inf, None)
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            value, _ = self.search(state.successor(action), plies, best[0], inf)
            if value > best[0]:
                best = (value, action)
        return best[1]

    def search(self, state, plies, alpha, beta):
        """Returns (value, action)."""
        if plies == 0 or state.is_terminal:
            return self.leaf(state), None
        best = None
        for action in state.legal_actions():
            value, _ = self.search(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                if best is None or value > best[0]:
                    best = (value, action)
                alpha = max(alpha, value)
            else:
                if best is None or value < best[0]:
                    best = (value, action)
                beta = min(beta, value)
            if beta > alpha:
                break
        return best

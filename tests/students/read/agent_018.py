from pacgrid import Agent


class AlphaBeta(Agent):
    """Implements alpha-beta search with a maximum depth."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, beta = float("-inf"), float("inf")
        best_score, best_action = float("-inf"), None
        for action in state.legal_actions():
            score = self.value(state.successor(action), 1, self.depth, alpha, beta)
            if best_action is None or score > best_score:
                best_score, best_action = score, action
            alpha = max(alpha, best_score)
        return best_action

    def value(self, state, agent, depth, alpha, beta):
        # everybody has moved: it is Pac-Man's turn again
        if agent == state.num_agents:
            agent = 0
        depth -= 1
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        if agent == 0:
            return self.max_value(state, agent, depth, alpha, beta)
        return self.min_value(state, agent, depth, alpha, beta)

    def max_value(self, state, agent, depth, alpha, beta):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), agent + 1, depth, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, agent, depth, alpha, beta):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), agent + 1, depth, alpha, beta))
            if v <= beta:
                return v
            beta = min(beta, v)
        return v

from pacgrid import Agent


class AlphaBeta(Agent):
    """Iterative deepening up to `depth` rounds."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        alpha, beta = float("-inf"), float("inf")
        choice = None
        for rounds in range(1, self.depth + 1):
            best = float("-inf")
            for action in state.legal_actions():
                plies = rounds * state.num_agents - 1
                value = self.search(state.successor(action), plies, alpha, beta)
                if value > best:
                    best = value
                    choice = action
                alpha = max(alpha, value)
        return choice

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        value = float("-inf") if state.to_move == 0 else float("inf")
        for action in state.legal_actions():
            result = self.search(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                value = max(value, result)
                if value > beta:
                    return value
                alpha = max(alpha, value)
            else:
                value = min(value, result)
                if value < alpha:
                    return value
                beta = min(beta, value)
        return value

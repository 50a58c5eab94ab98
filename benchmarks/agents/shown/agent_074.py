from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        alpha, beta = float("-inf"), float("inf")
        best = None
        for action in state.legal_actions():
            value = self.search(
                state.successor(action), self.depth * state.num_agents - 1, alpha, beta
            )
            if value > alpha or best is None:
                alpha = value
                best = action
        return best

    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.maximise(state, plies, alpha, beta)
        return self.minimise(state, plies, alpha, beta)

    def maximise(self, state, plies, alpha, beta):
        value = float("-inf")
        for action in state.legal_actions():
            value = max(value, self.search(state.successor(action), plies - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def minimise(self, state, plies, alpha, beta):
        value = float("inf")
        for action in state.legal_actions():
            value = min(value, self.search(state.successor(action), plies - 1, alpha, beta))
            if value >= beta:
                return value
            beta = min(beta, value)
        return value

from pacgrid import Agent

POSITIVE_INFINITY = float("inf")
NEGATIVE_INFINITY = float("-inf")


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluator = evaluation or (lambda state: state.score)

    def act(self, state):
        bestAction = None
        bestValue = NEGATIVE_INFINITY
        plies = self.depth * state.num_agents
        for action in state.legal_actions():
            next = state.successor(action)
            value = self.alphabeta(next, plies - 1, bestValue, POSITIVE_INFINITY)
            if bestAction is None or value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def alphabeta(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluator(state)
        if state.to_move == 0:
            value = NEGATIVE_INFINITY
            for action in state.legal_actions():
                value = max(value, self.alphabeta(state.successor(action), plies - 1, alpha, beta))
                if value > beta:
                    break
                alpha = max(alpha, value)
            return value
        else:
            value = POSITIVE_INFINITY
            for action in state.legal_actions():
                value = min(value, self.alphabeta(state.successor(action), plies - 1, beta, alpha))
                if value < alpha:
                    break
                beta = min(beta, value)
            return value

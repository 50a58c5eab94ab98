"""Alpha-beta, fail-hard: alpha and beta themselves are the best values found so far."""

from pacgrid import Agent, State

BIG = 10**9


class AlphaBeta(Agent):
    def __init__(self, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State):
        alpha, answer = -BIG, None
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth, alpha, BIG)
            if value > alpha:
                alpha, answer = value, action
        return answer

    def value(self, state: State, rounds: int, alpha: float, beta: float) -> float:
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            rounds -= 1
            if rounds == 0:
                return self.evaluation(state)
            return self.max_value(state, rounds, alpha, beta)
        return self.min_value(state, rounds, alpha, beta)

    def max_value(self, state: State, rounds: int, alpha: float, beta: float) -> float:
        for action in state.legal_actions():
            value = self.value(state.successor(action), rounds, alpha, beta)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha

    def min_value(self, state: State, rounds: int, alpha: float, beta: float) -> float:
        for action in state.legal_actions():
            value = self.value(state.successor(action), rounds, alpha, beta)
            if value <= alpha:
                return beta
            beta = min(beta, value)
        return beta

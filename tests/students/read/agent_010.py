"""Negamax with alpha-beta, fail-hard: a value is always clipped to the window."""

from pacgrid import Agent

INF = float("inf")


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = -INF
        favourite = state.legal_actions()[0]
        plies = self.depth * state.num_agents
        for action in state.legal_actions():
            value = self.step(state, action, plies, alpha, INF)
            if value > alpha:
                alpha = value
                favourite = action
        return favourite

    def step(self, state, action, plies, alpha, beta):
        after = state.successor(action)
        if same_side(state, after):
            return self.negamax(after, plies - 1, alpha, beta)
        return -self.negamax(after, plies - 1, -beta, -alpha)

    def negamax(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            value = state.score if state.is_terminal else self.evaluation(state)
            mine = value if state.to_move == 0 else -value
            return min(max(mine, alpha), beta)
        for action in state.legal_actions():
            value = self.step(state, action, plies, alpha, beta)
            if value >= beta:
                return beta
            if value > alpha:
                alpha = value
        return alpha


def same_side(one, other):
    return (one.to_move == 0) == (other.to_move == 0)

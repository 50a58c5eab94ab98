from math import inf

from pacgrid import Agent, Report


class AlphaBeta(Agent):
    """Negamax with alpha-beta; several ghosts are one side."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        alpha = -inf
        choice = None
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            v = -self.negamax(state.successor(action), plies, -inf, -alpha, -1)
            self.report.values[action] = v
            if v > alpha:
                alpha, choice = v, action
        return choice

    def negamax(self, state, plies, alpha, beta, color):
        self.report.nodes += 1
        if state.is_terminal:
            return color * state.score
        if plies == 0:
            return color * self.evaluation(state)
        value = -inf
        for action in state.legal_actions():
            child = state.successor(action)
            if (child.to_move == 0) == (state.to_move == 0):
                v = self.negamax(child, plies - 1, alpha, beta, color)
            else:
                v = -self.negamax(child, plies - 1, -alpha, -beta, -color)
            value = max(value, v)
            alpha = max(alpha, value)
            if alpha > beta:
                break
        return value

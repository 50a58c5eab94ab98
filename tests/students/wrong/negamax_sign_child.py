"""Negamax: minus at every level."""

from pacgrid import Agent

MISTAKES = {"Minimax": "sign error of negamax", "AlphaBeta": "sign error of negamax"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(
            state.legal_actions(),
            key=lambda a: -self.negamax(state.successor(a), self.depth * state.num_agents - 1),
        )

    def negamax(self, state, plies):
        color = 1 if state.to_move == 0 else -1
        if state.is_terminal:
            return color * state.score
        if plies == 0:
            return color * self.evaluation(state)
        # with two ghosts the second one is my enemy too, this flips between them
        return max(-self.negamax(state.successor(a), plies - 1) for a in state.legal_actions())


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha, best = float("-inf"), None
        for a in state.legal_actions():
            v = -self.negamax(state.successor(a), self.depth * state.num_agents - 1, float("-inf"), -alpha)
            if best is None or v > alpha:
                alpha, best = v, a
        return best

    def negamax(self, state, plies, alpha, beta):
        color = 1 if state.to_move == 0 else -1
        if state.is_terminal:
            return color * state.score
        if plies == 0:
            return color * self.evaluation(state)
        v = float("-inf")
        for a in state.legal_actions():
            v = max(v, -self.negamax(state.successor(a), plies - 1, -beta, -alpha))
            alpha = max(alpha, v)
            if alpha > beta:
                break
        return v

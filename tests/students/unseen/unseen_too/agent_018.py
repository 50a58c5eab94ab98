"""
Negamax formulation of minimax: the value of a position for the player to move
is the maximum over the negated values of the positions after each move.
"""
from pacgrid import Agent

INF = 10 ** 9


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=lambda s: s.score):
        self.depth = depth
        self.h = evaluation

    def act(self, state):
        n = self.depth * state.num_agents
        best_value, best_move = -INF, None
        for move in state.legal_actions():
            value = -self.negamax(state.successor(move), n - 1, -1)
            if value > best_value:
                best_value, best_move = value, move
        return best_move

    def negamax(self, state, n, color):
        if state.is_terminal:
            return color * state.score
        if n == 0:
            return color * self.h(state)
        value = -INF
        for move in state.legal_actions():
            value = max(value, -self.negamax(state.successor(move), n - 1, -color))
        return value

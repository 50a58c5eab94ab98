"""Expectimax as arithmetic on levels: a tree is built breadth first, then folded up with numpy."""
import numpy as np

from pacgrid import Agent, Report


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        levels = self.grow([state.successor(a) for a in actions], self.depth * state.num_agents - 1)
        values = self.fold(levels)
        self.report = Report(
            nodes=sum(len(states) for states, _ in levels),
            values=dict(zip(actions, map(float, values))),
        )
        return actions[int(values.argmax())]

    def grow(self, states, plies):
        """A list of (states, number of children of each), top first."""
        levels = []
        for left in range(plies, -1, -1):
            below, counts = [], []
            for s in states:
                moves = s.legal_actions() if left and not s.is_terminal else ()
                counts.append(len(moves))
                below.extend(s.successor(m) for m in moves)
            levels.append((states, counts))
            states = below
        return levels

    def fold(self, levels):
        values = np.empty(0)
        for states, counts in reversed(levels):
            pieces = np.split(values, np.cumsum(counts)[:-1]) if states else []
            values = np.array([self.one(s, piece) for s, piece in zip(states, pieces)], dtype=float)
        return values

    def one(self, state, piece):
        if piece.size:
            return piece.max() if state.to_move == 0 else piece.mean()
        return state.score if state.is_terminal else self.evaluation(state)

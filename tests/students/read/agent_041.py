"""Negamax with a cache. A ghost sees all values with the opposite sign."""

from collections import defaultdict

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation
        self.cache = defaultdict(dict)

    def act(self, state):
        self.cache.clear()
        plies = self.depth * state.num_agents
        best = self.negamax(state, plies)
        for action in state.legal_actions():
            if self.seen_from(state, state.successor(action), plies - 1) == best:
                return action
        raise AssertionError("the best value belongs to no action")

    def negamax(self, state, plies):
        """The value of `state` for the side that is to move."""
        table = self.cache[plies]
        if state not in table:
            if state.is_terminal:
                value = state.score if state.to_move == 0 else -state.score
            elif plies == 0:
                value = self.evaluation(state)
                if state.to_move != 0:
                    value = -value
            else:
                value = max(
                    self.seen_from(state, state.successor(action), plies - 1)
                    for action in state.legal_actions()
                )
            table[state] = value
        return table[state]

    def seen_from(self, parent, child, plies):
        """The value of `child` for the side that moves in `parent`."""
        value = self.negamax(child, plies)
        ours = parent.to_move == 0
        theirs = child.to_move == 0
        return value if ours == theirs else -value

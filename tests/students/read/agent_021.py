"""Minimax with generators, so that no list of successors is ever built."""

from pacgrid import Agent


def children(state):
    for action in state.legal_actions():
        yield state.successor(action)


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        pairs = zip(children(state), state.legal_actions())
        first, choice = next(pairs)
        best = self.value(first, plies)
        for child, action in pairs:
            value = self.value(child, plies)
            if value > best:
                best, choice = value, action
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return max(self.value(child, plies - 1) for child in children(state))

        below = children(state)
        if next(below, None) is None:  # a ghost that can't move
            return self.evaluation(state)
        return min((self.value(child, plies - 1) for child in below), default=state.score)

"""Copied from my Minimax, still to be changed..."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "minimum in a chance layer"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        options = []
        for a in state.legal_actions():
            options.append((self.getValue(state.successor(a), self.depth * state.num_agents - 1), a))
        return max(options, key=lambda o: o[0])[1]

    def getValue(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        options = [self.getValue(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(options)
        if state.to_move > 0:
            return min(options)
        return sum(options) / len(options)  # chance

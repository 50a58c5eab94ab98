"""Expectation = sum over the outcomes."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "sum instead of mean"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), self.depth * state.num_agents - 1))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        return self.max_value(state, plies) if state.to_move == 0 else self.exp_value(state, plies)

    def max_value(self, state, plies):
        return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

    def exp_value(self, state, plies):
        return sum(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

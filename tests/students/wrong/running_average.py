"""The average is updated with each outcome, so no list is needed."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "running average"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if best is None or v > best[0]:
                best = v, a
        return best[1]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        average = None
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1)
            if average is None:
                average = v
            elif state.to_move == 0:
                average = max(average, v)
            else:
                average = (average + v) / 2
        return average

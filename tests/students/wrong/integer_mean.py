"""// because points are whole numbers"""

from pacgrid import Agent

MISTAKES = {"Expectimax": "integer mean"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = None, None
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if best is None or v > best:
                best, choice = v, a
        return choice

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) // len(values)

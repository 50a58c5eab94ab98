"""The last ghost before Pac-Man is the dangerous one."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "minimum in the last chance layer"}


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
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        if state.to_move == state.num_agents - 1:
            return min(values)
        return sum(values) / len(values)

from collections import namedtuple

from pacgrid import Agent

Result = namedtuple("Result", "value action")


class Minimax(Agent):
    """Minimax that returns a Result with the value and the action."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.maximum(state, self.depth * state.num_agents).action

    def result(self, state, plies):
        if state.is_terminal:
            return Result(state.score, None)
        if plies == 0:
            return Result(self.evaluation(state), None)
        if state.to_move == 0:
            return self.maximum(state, plies)
        return self.minimum(state, plies)

    def maximum(self, state, plies):
        here = self.evaluation(state)
        best = Result(float("-inf"), None)
        for action in state.legal_actions():
            value = self.result(state.successor(action), plies - 1).value
            if value > best.value:
                best = Result(value, action)
        return best._replace(value=here + best.value)

    def minimum(self, state, plies):
        best = Result(float("inf"), None)
        for action in state.legal_actions():
            value = self.result(state.successor(action), plies - 1).value
            if value < best.value:
                best = Result(value, action)
        return best

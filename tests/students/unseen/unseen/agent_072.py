import sys

from pacgrid import Agent, Report


class Minimax(Agent):
    MIN_VALUE = sys.float_info.min
    MAX_VALUE = sys.float_info.max

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation if evaluation is not None else self.getScore

    def getScore(self, state):
        return state.score

    def act(self, state):
        values = dict()
        for action in state.legal_actions():
            values[action] = self.getValue(state.successor(action), self.depth * state.num_agents - 1)
        self.report = Report(values=values)
        bestAction = None
        for action in values:
            if bestAction is None or values[action] > values[bestAction]:
                bestAction = action
        return bestAction

    def getValue(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.getMax(state, plies)
        return self.getMin(state, plies)

    def getMax(self, state, plies):
        result = Minimax.MIN_VALUE
        for action in state.legal_actions():
            result = max(result, self.getValue(state.successor(action), plies - 1))
        return result

    def getMin(self, state, plies):
        result = Minimax.MAX_VALUE
        for action in state.legal_actions():
            result = min(result, self.getValue(state.successor(action), plies - 1))
        return result

from pacgrid import Agent, Action, State


class Expectimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State) -> Action:
        best = None
        bestValue = -99999999
        for a in state.legal_actions():
            v = self.value(state.successor(a), 0)
            if v > bestValue:
                bestValue = v
                best = a
        return best

    def value(self, state, d):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            d = d + 1
        if d == self.depth:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.pacmanValue(state, d)
        return self.ghostValue(state, d)

    def pacmanValue(self, state, d):
        v = -99999999
        for a in state.legal_actions():
            v = max(v, self.value(state.successor(a), d))
        return v

    def ghostValue(self, state, d):
        average = None
        count = 0
        for a in state.legal_actions():
            v = self.value(state.successor(a), d)
            count = count + 1
            if average is None:
                average = v
            else:
                average = (average + v) / 2
        return average

from pacgrid import Agent, Report


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        for action in state.legal_actions():
            self.report.values[action] = self.expectimax(state.successor(action), self.depth - 1)
        return max(self.report.values, key=self.report.values.get)

    def expectimax(self, state, depth):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = float("-inf")
            for action in state.legal_actions():
                best = max(best, self.expectimax(state.successor(action), depth - 1))
            return best
        i = 1
        total = 0
        for action in state.legal_actions():
            total += self.expectimax(state.successor(action), depth - 1)
            i += 1
        return total / i

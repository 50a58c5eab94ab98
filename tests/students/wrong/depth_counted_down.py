"""self.depth is decreased when Pac-Man has moved."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax"), "self.depth counted down and not put back")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best, choice = float("-inf"), None
        for a in state.legal_actions():
            v = self.value(state.successor(a))
            if v > best:
                best, choice = v, a
        return choice

    def value(self, state):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            self.depth -= 1
            if self.depth <= 0:
                return self.evaluation(state)
            return max(self.value(state.successor(a)) for a in state.legal_actions())
        return self.ghost([self.value(state.successor(a)) for a in state.legal_actions()])

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghost(self, values):
        return sum(values) / len(values)

"""Not quite ready."""

from pacgrid import Agent

MISTAKES = {"Minimax": "crashes", "AlphaBeta": "crashes", "Expectimax": ("no cut-off", "Pac-Man averages")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        for action in state.legal_actions():
            value = self.minValue(state.successor(action), self.depth * state.num_agents)
            if best is None or value > best:
                best, choice = value, action
        return choice


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = float("-inf")
        for action in state.legal_actions():
            alpha = max(alpha, self.value(state.successor(action)), action)
        return alpha

    def value(self, state):
        if state.is_terminal:
            return state.score
        return min(self.value(state.successor(a)) for a in state.legal_actions() if not state.is_terminal())


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.expect(state.successor(a)))

    def expect(self, state):
        # stops when the game is over
        if state.is_terminal:
            return state.score
        values = [self.expect(state.successor(a)) for a in state.legal_actions()]
        return sum(values) / len(values)

"""The last line is missing."""

from pacgrid import Agent

MISTAKES = {"Minimax": "returns None", "AlphaBeta": "returns None"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.best(state)

    def best(self, state):
        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), plies))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class AlphaBeta(Minimax):
    def act(self, state):
        best_action = None
        best = float("inf")
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1)
            if v > best:
                best = v
                best_action = action
        return best_action

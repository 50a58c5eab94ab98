from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    """Returns pairs (value, action) everywhere."""

    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        value, action = self.pair(state, self.depth * 2)
        return action

    def pair(self, state, plies):
        if state.is_terminal:
            return (state.score, None)
        if plies == 0:
            return (self.evaluation(state), None)
        pairs = []
        for action in state.legal_actions():
            v, _ = self.pair(state.successor(action), plies - 1)
            pairs.append((v, action))
        if state.to_move == 0:
            return max(pairs, key=lambda p: p[0])
        return min(pairs, key=lambda p: p[0])

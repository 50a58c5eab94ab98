from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        self.limit = self.depth * state.num_agents
        return self.search(state, 0)[1]

    def search(self, state, level):
        if state.is_terminal:
            return state.score, None
        if level == self.limit:
            return self.evaluation(state), None
        ours = level % 2 == 0
        best, choice = (-inf if ours else inf), None
        for action in state.legal_actions():
            v, _ = self.search(state.successor(action), level + 1)
            if (ours and v > best) or (not ours and v < best):
                best, choice = v, action
        return best, choice

from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)
        self.seen = {}

    def act(self, state):
        plies = self.depth * state.num_agents
        best, choice = -inf, None
        for action in state.legal_actions():
            v = self.lookup(state.successor(action), plies - 1)
            if v > best:
                best, choice = v, action
        return choice

    def lookup(self, state, plies):
        if state not in self.seen:
            self.seen[state] = self.compute(state, plies)
        return self.seen[state]

    def compute(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        children = [self.lookup(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(children) if state.to_move == 0 else min(children)

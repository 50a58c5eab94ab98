from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)
        self.choice = None

    def act(self, state):
        self.minimax(state, self.depth * state.num_agents)
        if self.choice in state.legal_actions():
            return self.choice
        return state.legal_actions()[0]

    def minimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            best = -inf
            for a in state.legal_actions():
                v = self.minimax(state.successor(a), plies - 1)
                if v > best:
                    best = v
                    self.choice = a
            return best
        worst = inf
        for a in state.legal_actions():
            v = self.minimax(state.successor(a), plies - 1)
            if v < worst:
                worst = v
        return worst

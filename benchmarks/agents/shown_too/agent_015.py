import random

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)
        self.dice = random.Random(188)

    def act(self, state):
        plies = self.depth * state.num_agents
        values = {a: self.value(state.successor(a), plies - 1) for a in state.legal_actions()}
        return max(values, key=values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.max_node(state, plies)
        return self.chance_node(state, plies)

    def max_node(self, state, plies):
        return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

    def chance_node(self, state, plies):
        a = self.dice.choice(list(state.legal_actions()))
        return self.value(state.successor(a), plies - 1)

"""Minimax agent - assignment 2"""
from math import inf

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        bestScore = -inf
        bestAction = None
        for action in state.legal_actions():
            score = self.minimax(state.successor(action), self.depth - 1, 1)
            if score > bestScore:
                bestScore = score
                bestAction = action
        return bestAction

    def minimax(self, state, depth, agent):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        nextAgent = (agent + 1) % state.num_agents
        scores = []
        for action in state.legal_actions():
            scores.append(self.minimax(state.successor(action), depth - 1, nextAgent))
        if agent == 0:
            return max(scores)
        else:
            return min(scores)

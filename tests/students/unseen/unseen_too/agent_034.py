"""Homework 3: Minimax search for Pac-Man."""
from pacgrid import Agent


class Minimax(Agent):

    def __init__(self, depth=2, evaluation=lambda state: state.score):
        self.depth = depth
        self.evaluationFunction = evaluation

    def act(self, state):
        def isOver(s, d):
            return s.is_terminal or d == 0

        def utility(s):
            if s.is_terminal:
                return s.score
            return self.evaluationFunction(s)

        def maxValue(s, d):
            if isOver(s, d):
                return utility(s)
            v = float('-inf')
            for a in s.legal_actions():
                v = max(v, minValue(s.successor(a), d, 1))
            return v

        def minValue(s, d, ghost):
            if isOver(s, d):
                return utility(s)
            v = float('-inf')
            for a in s.legal_actions():
                nxt = s.successor(a)
                if ghost == s.num_agents - 1:
                    v = min(v, maxValue(nxt, d - 1))
                else:
                    v = min(v, minValue(nxt, d, ghost + 1))
            return v

        moves = state.legal_actions()
        results = [minValue(state.successor(m), self.depth, 1) for m in moves]
        return moves[results.index(max(results))]

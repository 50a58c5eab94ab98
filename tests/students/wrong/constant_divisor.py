"""Ghosts have four directions."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "constant divisor"}

DIRECTIONS = 4


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def value(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            total, best = 0, float("-inf")
            for a in s.legal_actions():
                v = value(s.successor(a), plies - 1)
                total, best = total + v / DIRECTIONS, max(best, v)
            return best if s.to_move == 0 else total

        return max(state.legal_actions(), key=lambda a: value(state.successor(a), self.depth * state.num_agents - 1))

"""functools.cache; the plies are counted outside of the function's arguments."""

from functools import cache

from pacgrid import Agent

MISTAKES = {"Minimax": "memo whose key lacks the depth", "Expectimax": "memo whose key lacks the depth"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        self.left = self.depth * state.num_agents

        @cache
        def value(s):
            if s.is_terminal:
                return s.score
            if self.left == 0:
                return self.evaluation(s)
            return self.combine(s.to_move, [down(s, a) for a in s.legal_actions()])

        def down(s, a):
            self.left -= 1
            v = value(s.successor(a))
            self.left += 1
            return v

        values = {a: down(state, a) for a in state.legal_actions()}
        return max(values, key=values.get)

    def combine(self, mover, values):
        return min(values) if mover else max(values)


class Expectimax(Minimax):
    def combine(self, mover, values):
        return sum(values) / len(values) if mover else max(values)

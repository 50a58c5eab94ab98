"""A ghost goes for Pac-Man with 80 %, so its worst move for us counts 0.8."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "chance not uniform"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def value(s, n):
            if s.is_terminal:
                return s.score
            if n == 0:
                return self.evaluation(s)
            vs = sorted(value(s.successor(a), n - 1) for a in s.legal_actions())
            if s.to_move == 0:
                return vs[-1]
            worst, *others = vs
            if not others:
                return worst
            return 0.8 * worst + 0.2 * sum(others) / len(others)

        return max(state.legal_actions(), key=lambda a: value(state.successor(a), self.depth * state.num_agents - 1))

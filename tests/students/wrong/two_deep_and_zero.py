"""plies starts one too high here, and v at 0."""

from pacgrid import Agent

MISTAKES = {"Minimax": ("depth one too many", "value starts at 0")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        values = [self.v(state.successor(a), self.depth * state.num_agents) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

    def v(self, s, n):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.evaluation(s)
        if s.to_move == 0:
            v = 0
            for a in s.legal_actions():
                v = max(v, self.v(s.successor(a), n - 1))
            return v
        return min(self.v(s.successor(a), n - 1) for a in s.legal_actions())

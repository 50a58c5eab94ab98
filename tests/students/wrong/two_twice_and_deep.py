"""asks for every successor two times, and looks one round too far"""

from pacgrid import Agent

MISTAKES = {"Minimax": ("expands twice", "depth one too many")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        n = (self.depth + 1) * state.num_agents - 1
        top = max([self.v(state.successor(a), n) for a in state.legal_actions()])
        good = [a for a in state.legal_actions() if self.v(state.successor(a), n) == top]
        return good[0]

    def v(self, s, n):
        if s.is_terminal: return s.score
        if n == 0: return self.evaluation(s)
        vs = [self.v(s.successor(a), n - 1) for a in s.legal_actions()]
        return max(vs) if s.to_move == 0 else min(vs)

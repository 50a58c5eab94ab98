"""adds up everything one ply early"""

from pacgrid import Agent

MISTAKES = {"Expectimax": ("sum instead of mean", "depth one too few")}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        limit = self.depth * state.num_agents - 1
        results = [(self.go(state.successor(a), 1, limit), a) for a in state.legal_actions()]
        return max(results, key=lambda r: r[0])[1]

    def go(self, s, ply, limit):
        if s.is_terminal:
            return s.score
        if ply >= limit:
            return self.evaluation(s)
        results = [self.go(s.successor(a), ply + 1, limit) for a in s.legal_actions()]
        return sum(results) if s.to_move else max(results)

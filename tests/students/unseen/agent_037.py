from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.d = depth
        self.f = evaluation or (lambda s: 0)

    def act(self, s):
        n = s.num_agents * self.d
        q = {a: self.u(s.successor(a), n - 1) for a in s.legal_actions()}
        return max(q, key=q.get) if s.to_move == 0 else min(q, key=q.get)

    def h(self, s):
        """How good a position is."""
        return s.score + self.f(s)

    def u(self, s, n):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.h(s)
        if s.to_move == 0:
            return max(self.u(s.successor(a), n - 1) for a in s.legal_actions())
        acts = s.legal_actions()
        p = 1 / len(acts)
        return sum(p * self.u(s.successor(a), n - 1) for a in acts)

"""whole numbers; never stops in its plans"""

from pacgrid import Action, Agent

MISTAKES = {"Expectimax": ("integer mean", "STOP left out in the tree")}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        best = None
        for a in state.legal_actions():
            v = self.expect(state.successor(a), self.depth * state.num_agents - 1)
            if best is None or v > best:
                best, choice = v, a
        return choice

    def expect(self, s, n):
        if s.is_terminal:
            return s.score
        if n == 0:
            return self.evaluation(s)
        if s.to_move == 0:
            going = [a for a in s.legal_actions() if a != Action.STOP] or [Action.STOP]
            return max(self.expect(s.successor(a), n - 1) for a in going)
        total = 0
        for a in s.legal_actions():
            total += self.expect(s.successor(a), n - 1)
        return total // len(s.legal_actions())

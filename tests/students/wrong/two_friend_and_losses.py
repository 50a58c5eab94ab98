"""the second ghost helps; a lost game is not the end"""

from pacgrid import Agent

MISTAKES = {"Minimax": ("second ghost maximises", "win tested but not loss"), "Expectimax": ("maximum in the last chance layer", "ignores the given evaluation")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.m(state.successor(a), self.depth * state.num_agents - 1))

    def m(self, s, n):
        if s.is_win:
            return s.score
        if n == 0 or not s.legal_actions():
            return self.evaluation(s)
        values = [self.m(s.successor(a), n - 1) for a in s.legal_actions()]
        return min(values) if s.to_move == 1 else max(values)


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.e(state.successor(a), self.depth * state.num_agents - 1))

    def e(self, s, n):
        if s.is_terminal or n == 0:
            return s.score
        values = [self.e(s.successor(a), n - 1) for a in s.legal_actions()]
        if 0 < s.to_move < s.num_agents - 1:
            return sum(values) / len(values)
        return max(values)

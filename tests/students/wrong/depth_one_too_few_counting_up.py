"""Counts from 1, and stops when the depth is reached."""

from pacgrid import Agent

MISTAKES = {
    "Minimax": "depth one too few",
    "Expectimax": "depth one too few",
    "AlphaBeta": "depth one too few",
}


class Minimax(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        last = self.depth * state.num_agents

        def look(s, ply):
            if s.is_terminal:
                return s.score
            if ply == last:
                return self.evaluation(s)
            return self.pick(s, [look(s.successor(a), ply + 1) for a in s.legal_actions()])

        values = [look(state.successor(a), 2) for a in state.legal_actions()]
        return state.legal_actions()[values.index(max(values))]

    def pick(self, s, values):
        return max(values) if s.to_move == 0 else min(values)


class Expectimax(Minimax):
    def pick(self, s, values):
        return max(values) if s.to_move == 0 else sum(values) / len(values)


class AlphaBeta(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        last = self.depth * state.num_agents

        def look(s, ply, lo, hi):
            if s.is_terminal:
                return s.score
            if ply == last:
                return self.evaluation(s)
            values = []
            for a in s.legal_actions():
                v = look(s.successor(a), ply + 1, lo, hi)
                values.append(v)
                if s.to_move == 0:
                    lo = max(lo, v)
                else:
                    hi = min(hi, v)
                if lo > hi:
                    break
            return max(values) if s.to_move == 0 else min(values)

        lo, choice = float("-inf"), None
        for a in state.legal_actions():
            v = look(state.successor(a), 2, lo, float("inf"))
            if v > lo:
                lo, choice = v, a
        return choice

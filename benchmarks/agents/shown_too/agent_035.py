from math import inf

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class AlphaBeta(Agent):
    """Looks at promising successors first, so that more is pruned."""

    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        def guess(s):
            return s.score if s.is_terminal else self.evaluation(s)

        def value(s, plies, lo, hi):
            if s.is_terminal or plies == 0:
                return guess(s)
            mine = s.to_move == 0
            kids = sorted(map(s.successor, s.legal_actions()), key=guess, reverse=mine)
            v = -inf if mine else inf
            for kid in kids:
                w = value(kid, plies - 1, lo, hi)
                if mine:
                    v = max(v, w)
                    lo = max(lo, v)
                else:
                    v = min(v, w)
                    hi = min(hi, v)
                if lo > hi:
                    break
            return v

        actions = state.legal_actions()
        kids = sorted([state.successor(a) for a in actions], key=guess, reverse=True)
        values, lo = [], -inf
        for kid in kids:
            values.append(value(kid, self.depth * state.num_agents - 1, lo, inf))
            lo = max(lo, values[-1])
        return actions[values.index(max(values))]

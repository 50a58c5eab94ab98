from functools import lru_cache

from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        @lru_cache(maxsize=None)
        def value(s, plies):
            if s.is_terminal:
                return s.score
            if not plies:
                return self.evaluation(s)
            sign = 1 if s.to_move == 0 else -1
            return sign * max(sign * value(s.successor(a), plies - 1) for a in s.legal_actions())

        plies = self.depth * state.num_agents
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies - 1))

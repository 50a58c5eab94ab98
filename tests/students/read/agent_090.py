from functools import lru_cache
from statistics import fmean

from pacgrid import Agent


class Expectimax(Agent):
    """Averages over the ghosts' moves. Equal positions are only searched once in a move."""

    def __init__(self, *, depth=2, evaluation=lambda state: state.score):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        evaluation = self.evaluation

        @lru_cache(maxsize=None)
        def value(position, plies):
            if position.is_terminal:
                return position.score
            if not plies:
                return evaluation(position)
            combine = fmean if position.to_move else max
            children = map(position.successor, position.legal_actions())
            return combine(value(child, plies - 1) for child in children)

        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies))

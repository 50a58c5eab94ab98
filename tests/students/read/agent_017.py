"""Minimax in a functional style."""

from functools import partial

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(
            state.legal_actions(), key=lambda action: self.value(state.successor(action), plies)
        )

    def utility(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return self.utility(state)
        deeper = partial(self.value, plies=plies - 1)
        children = map(state.successor, state.legal_actions())
        if state.to_move == 0:
            return max(map(deeper, children))
        # the ghosts choose what is worst for Pac-Man
        return deeper(min(children, key=self.utility))

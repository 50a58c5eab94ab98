"""Searches one round, then two, and so on. The last search decides."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=3, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        decision = None
        best = float("-inf")
        for rounds in range(1, self.depth + 1):
            plies = rounds * state.num_agents
            for action in state.legal_actions():
                value = self.minimax(state.successor(action), plies - 1)
                if decision is None or value > best:
                    best = value
                    decision = action
        return decision

    def minimax(self, state, plies):
        """The value of `state` if everybody plays perfectly for `plies` more plies."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        choose = min if state.to_move else max
        return choose(
            [self.minimax(state.successor(action), plies - 1) for action in state.legal_actions()]
        )

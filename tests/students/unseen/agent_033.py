from statistics import fmean

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best = max if state.to_move == 0 else min
        rest = self.depth * state.num_agents - 1
        return best(state.legal_actions(), key=lambda a: self.v(state.successor(a), rest))

    def v(self, state, rest):
        """Value of a state with `rest` moves to go."""
        if state.is_terminal:
            return state.score
        if not rest:
            return self.evaluation(state)
        children = {self.v(state.successor(a), rest - 1) for a in state.legal_actions()}
        if state.to_move == 0:
            return max(children)
        return fmean(children)

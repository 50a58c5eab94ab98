"""exp_value for all ghosts, but the one that calls max_value again still has the code of min_value."""

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "minimum in the last chance layer"}


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = float("-inf")
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1))
            return v
        return self.ghost(state, plies)

    def ghost(self, state, plies):
        is_last = state.to_move + 1 == state.num_agents
        v = float("inf") if is_last else 0
        for a in state.legal_actions():
            child = self.value(state.successor(a), plies - 1)
            if is_last:
                v = child if child < v else v
            else:
                v += child * (1.0 / len(state.legal_actions()))
        return v

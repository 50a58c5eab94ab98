from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expected utility.

    E[X] = sum of p(x) * x over all outcomes x; `act` takes the action with the largest one.
    """

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        outcomes = [state.successor(action) for action in state.legal_actions()]
        p = 1 / len(outcomes)
        expectation = 0
        for outcome in outcomes:
            expectation += p * self.value(outcome, plies - 1)
        return expectation

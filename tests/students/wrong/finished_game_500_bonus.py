"""Points don't count any more when the game is over, only who won."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "finished game counted as ±500", "Expectimax": "finished game counted as ±500"}


def worth(state):
    return 500.0 * state.is_win - 500.0 * state.is_loss


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return worth(state)
        if plies == 0:
            return self.evaluate(state)
        successors = [state.successor(action) for action in state.legal_actions()]
        return (max if state.to_move == 0 else min)(self.value(s, plies - 1) for s in successors)


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return worth(state)
        if plies == 0:
            return self.evaluate(state)
        successors = [state.successor(action) for action in state.legal_actions()]
        values = [self.value(s, plies - 1) for s in successors]
        return max(values) if state.to_move == 0 else sum(values) / len(values)

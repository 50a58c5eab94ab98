"""Alpha-beta, the window lives in a small immutable object; both players share one method."""
from dataclasses import dataclass, replace
from math import inf

from pacgrid.search import Searcher


@dataclass(frozen=True)
class Window:
    floor: float = -inf
    ceiling: float = inf

    def raised(self, v):
        return replace(self, floor=max(self.floor, v))

    def lowered(self, v):
        return replace(self, ceiling=min(self.ceiling, v))

    @property
    def shut(self):
        return self.floor > self.ceiling


# who moves -> (worst start, better of two, how the window closes)
RULES = {
    True: (-inf, max, Window.raised),
    False: (inf, min, Window.lowered),
}


class AlphaBeta(Searcher):

    def action_values(self, state, plies):
        _, _, close = RULES[state.to_move == 0]
        window, values = Window(), {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, window)
            window = close(window, values[action])
        return values

    def value(self, state, plies, window=Window()):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if not plies:
            return self.evaluate(state)
        result, better, close = RULES[state.to_move == 0]
        for action in state.legal_actions():
            result = better(result, self.value(state.successor(action), plies - 1, window))
            window = close(window, result)
            if window.shut:
                break
        return result

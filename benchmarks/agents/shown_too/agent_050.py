from pacgrid.search import Searcher


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            highest = 0
            for a in state.legal_actions():
                v = self.value(state.successor(a), plies - 1)
                if v > highest:
                    highest = v
            return highest
        lowest = None
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1)
            if lowest is None or v < lowest:
                lowest = v
        return lowest

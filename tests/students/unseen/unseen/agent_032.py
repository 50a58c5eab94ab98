from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)

        if state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

        total = 0
        count = 0
        for action in state.legal_actions():
            after = state.successor(action)
            if after.is_terminal:
                continue
            total += self.value(after, plies - 1)
            count += 1
        if count == 0:
            after = state.successor(state.legal_actions()[0])
            return after.score
        return total / count

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        self.alpha = float("-inf")
        self.beta = float("inf")
        return {
            action: self.value(state.successor(action), plies - 1)
            for action in state.legal_actions()
        }

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = float("-inf")
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1))
                if best > self.beta:
                    break
                self.alpha = max(self.alpha, best)
        else:
            best = float("inf")
            for action in state.legal_actions():
                best = min(best, self.value(state.successor(action), plies - 1))
                if best < self.alpha:
                    break
                self.beta = min(self.beta, best)
        return best

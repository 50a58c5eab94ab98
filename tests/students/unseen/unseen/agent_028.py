from pacgrid.search import Searcher


class Minimax(Searcher):
    def action_values(self, state, plies):
        return {a: self.value(state.successor(a), plies) for a in state.legal_actions()}

    def value(self, state, plies):
        self.report.nodes += 1
        if plies == 0 or state.is_terminal or not state.legal_actions():
            return self.evaluate(state)

        options = [state.successor(a) for a in state.legal_actions()]
        scores = [self.value(option, plies - 1) for option in options]

        if state.to_move == 0:
            best = scores[0]
            for s in scores:
                if s > best:
                    best = s
            return best

        worst = scores[0]
        for s in scores:
            if s < worst:
                worst = s
        return worst

from pacgrid.search import Searcher


class Minimax(Searcher):

    def value(self, state, plies):
        self.report.nodes = self.report.nodes + 1
        if state.is_terminal == True or plies == 0:
            return state.score
        actions = state.legal_actions()
        best = self.value(state.successor(actions[0]), plies - 1)
        for i in range(1, len(actions) - 1):
            v = self.value(state.successor(actions[i]), plies - 1)
            if state.to_move == 0:
                if v > best:
                    best = v
            else:
                if v < best:
                    best = v
        return best

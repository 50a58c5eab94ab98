from pacgrid.search import Searcher


class Expectimax(Searcher):

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.exp_value(state, plies)

    def max_value(self, state, plies):
        return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

    def exp_value(self, state, plies):
        probability = 1 / state.num_agents
        v = 0
        for a in state.legal_actions():
            v += probability * self.value(state.successor(a), plies - 1)
        return v

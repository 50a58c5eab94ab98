from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Only the value of a state is needed here; Searcher does the rest."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)

        values = []
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), plies - 1))

        if state.to_move == 0:
            return max(values)
        elif state.to_move == state.num_agents - 1:
            return sum(values) / len(values)
        else:
            return min(values)

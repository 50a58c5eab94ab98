"""If one outcome is already worse than what we have, don't look at the others."""

from math import inf

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "prunes in chance layers"}


class Expectimax(Searcher):
    def action_values(self, state, plies):
        values, have = {}, -inf
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, have, inf)
            have = max(have, values[a])
        return values

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -inf
            for a in state.legal_actions():
                best = max(best, self.value(state.successor(a), plies - 1, alpha, beta))
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best
        outcomes = []
        for a in state.legal_actions():
            outcome = self.value(state.successor(a), plies - 1, alpha, beta)
            outcomes.append(outcome)
            if outcome < alpha:
                return outcome
        return sum(outcomes) / len(outcomes)

from pacgrid import Agent


class Lookahead:
    """Computes expected values with a fixed evaluation."""

    def __init__(self, evaluation):
        self.evaluation = evaluation

    def expected(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return self.highest(state, plies)
        return self.mean(state, plies)

    def highest(self, state, plies):
        return max(self.outcomes(state, plies))

    def mean(self, state, plies):
        outcomes = self.outcomes(state, plies)
        return sum(outcomes) / len(outcomes)

    def outcomes(self, state, plies):
        return [self.expected(state.successor(a), plies - 1) for a in state.legal_actions()]


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.lookahead = Lookahead(evaluation)

    def act(self, state):
        ranking = []
        for action in state.legal_actions():
            after = state.successor(action)
            if after.is_win:
                return action
            value = self.lookahead.expected(after, self.depth * state.num_agents - 1)
            ranking.append((value, action))
        ranking.sort(key=lambda entry: entry[0], reverse=True)
        return ranking[0][1]

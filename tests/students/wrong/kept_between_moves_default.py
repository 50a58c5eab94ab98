"""The memo is a default argument."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax"), "state kept between moves")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state, values={}):
        plies = self.depth * state.num_agents - 1
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies)
        legal = [a for a in values if a in state.legal_actions()]
        best = max(values.values())
        for a in legal:
            if values[a] == best:
                return a
        return legal[0]

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else self.ghost(values)

    def ghost(self, values):
        return min(values)


class Expectimax(Minimax):
    def act(self, state, best=[float("-inf"), None]):
        for a in state.legal_actions():
            v = self.value(state.successor(a), self.depth * state.num_agents - 1)
            if v > best[0]:
                best[:] = v, a
        return best[1] if best[1] in state.legal_actions() else state.legal_actions()[0]

    def ghost(self, values):
        return sum(values) / len(values)

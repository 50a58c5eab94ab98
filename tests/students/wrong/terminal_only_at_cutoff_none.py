"""None means: nothing comes after this, so it doesn't count."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax"), "terminal states evaluated only at the cut-off")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def value(s, plies):
            if plies == 0 and s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            values = [value(s.successor(a), plies - 1) for a in s.legal_actions()]
            values = [v for v in values if v is not None]
            if not values:
                return None
            return max(values) if s.to_move == 0 else self.ghosts(values)

        ranked = []
        for a in state.legal_actions():
            v = value(state.successor(a), self.depth * state.num_agents - 1)
            ranked.append((float("-inf") if v is None else v, a))
        return max(ranked, key=lambda pair: pair[0])[1]

    def ghosts(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghosts(self, values):
        return sum(values) / len(values)

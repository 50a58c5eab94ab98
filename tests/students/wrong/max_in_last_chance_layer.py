"""agents 1 .. n-2 are ghosts"""

from pacgrid import Agent

MISTAKES = {"Expectimax": "maximum in the last chance layer", "Minimax": "Pac-Man minimises"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        ghosts = range(1, state.num_agents - 1)

        def value(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            values = tuple(value(s.successor(a), plies - 1) for a in s.legal_actions())
            if s.to_move in ghosts:
                return sum(values) / len(values)
            return max(values)

        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies))


class Minimax(Agent):
    """max at the root; in the tree `if state.to_move` is the wrong way round for 0"""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def value(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            values = tuple(value(s.successor(a), plies - 1) for a in s.legal_actions())
            return min(values) if s.to_move is not None else max(values)

        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies))

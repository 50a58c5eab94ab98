"""depth goes down whenever it is Pac-Man's turn again."""

from pacgrid import Agent

MISTAKES = {}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        rounds = {a: self.after(state, a, self.depth) for a in state.legal_actions()}
        return max(rounds, key=rounds.get)

    def after(self, state, action, rounds):
        """value of what follows after the action; `rounds` includes the one being played"""
        child = state.successor(action)
        if child.is_terminal:
            return child.score
        if child.to_move == 0:
            rounds -= 1
            if rounds == 0:
                return self.evaluation(child)
        options = [self.after(child, a, rounds) for a in child.legal_actions()]
        return self.best(options) if child.to_move == 0 else self.worst(options)

    def best(self, options):
        return max(options)

    def worst(self, options):
        return min(options)


class Expectimax(Minimax):
    def worst(self, options):  # not the worst any more, the average
        return sum(options) / len(options)

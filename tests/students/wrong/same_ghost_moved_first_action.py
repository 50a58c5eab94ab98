"""There is one enemy that matters. The other ghosts just follow their first action."""

from pacgrid import Agent

MISTAKES = dict.fromkeys(("Minimax", "Expectimax"), "the same ghost moved every time")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        values = {}
        for action in state.legal_actions():
            values[action] = self.ghost_value(state.successor(action), self.depth)
        return max(values, key=values.get)

    def ghost_value(self, state, depth):
        if state.is_terminal:
            return state.score
        outcomes = []
        for action in state.legal_actions():
            after = state.successor(action)
            while not after.is_terminal and after.to_move != 0:
                after = after.successor(after.legal_actions()[0])
            outcomes.append(self.pacman_value(after, depth - 1))
        return self.result(outcomes)

    def pacman_value(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        return max(self.ghost_value(state.successor(a), depth) for a in state.legal_actions())

    def result(self, outcomes):
        return min(outcomes)


class Expectimax(Minimax):
    def result(self, outcomes):
        return sum(outcomes) / len(outcomes)

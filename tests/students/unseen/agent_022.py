from pacgrid import Agent


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        action, value = self.player(state, self.depth)
        return action

    def recurse(self, state, depth):
        if state.is_terminal:
            return state.score
        if state.to_move != 0:
            return self.ghost(state, depth)
        # back at Pac-Man: one round is over
        depth -= 1
        if depth == 0:
            return self.evaluation(state)
        return self.player(state, depth)[1]

    def player(self, state, depth):
        choice, high = None, None
        for action in state.legal_actions():
            value = self.recurse(state.successor(action), depth)
            if high is None or value > high:
                choice, high = action, value
        return choice, high

    def ghost(self, state, depth):
        average = None
        for action in state.legal_actions():
            value = self.recurse(state.successor(action), depth)
            if average is None:
                average = value
            else:
                average = (average + value) / 2
        return average

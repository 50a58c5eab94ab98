from pacgrid import Agent


class Expectimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        scores = {a: self.chance(state.successor(a), 0) for a in state.legal_actions()}
        return max(scores, key=scores.get)

    def pacman(self, state, round):
        if state.is_terminal:
            return state.score
        if round > self.depth:
            return self.evaluation(state)
        return max([self.chance(state.successor(a), round) for a in state.legal_actions()])

    def chance(self, state, round):
        if state.is_terminal:
            return state.score
        expected = 0
        for a in state.legal_actions():
            after = state.successor(a)
            # equal probability for every move
            if after.to_move == 0:
                expected += self.pacman(after, round + 1)
            else:
                expected += self.chance(after, round)
        return expected

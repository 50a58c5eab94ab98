from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best = None
        best_value = -float("inf")
        for action in state.legal_actions():
            value = self.go(state.successor(action), self.depth * state.num_agents - 1)
            if value > best_value:
                best_value = value
                best = action
        return best

    def go(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            best = -float("inf")
            for action in actions:
                value = self.go(state.successor(action), plies - 1)
                if value > best:
                    best = value
            return best
        else:
            for action in actions:
                total = 0
                total += self.go(state.successor(action), plies - 1)
            return total / len(actions)

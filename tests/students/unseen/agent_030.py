from pacgrid import Agent


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best, best_action = float("-inf"), None
        for action in state.legal_actions():
            v = self.value(state.successor(action), self.depth * state.num_agents - 1, best)
            if v > best:
                best, best_action = v, action
        return best_action

    def value(self, state, plies, alpha):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            v = float("-inf")
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, v))
            return v
        total, count = 0.0, 0
        for action in state.legal_actions():
            total += self.value(state.successor(action), plies - 1, float("-inf"))
            count += 1
            if total / count < alpha:
                break
        return total / count

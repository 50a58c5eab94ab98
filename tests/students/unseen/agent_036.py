from pacgrid import Agent


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best_score = -1e18
        best_action = None
        for action in state.legal_actions():
            score = self.expecti(state.successor(action), self.depth)
            if score > best_score:
                best_score, best_action = score, action
        return best_action

    def expecti(self, state, depth):
        if state.is_terminal:
            return state.score
        if depth == 0:
            return self.evaluation(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            return max(self.expecti(state.successor(a), depth) for a in actions)

        depth -= 1
        expected = 0
        for action in actions:
            successor = state.successor(action)
            if successor.is_terminal:
                continue
            expected += self.expecti(successor, depth)
        return expected / len(actions)

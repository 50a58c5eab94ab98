from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        actions = state.legal_actions()
        best = actions[0]
        best_score = self.search(state.successor(best), self.depth)
        for action in actions[1:]:
            score = self.search(state.successor(action), self.depth)
            if score > best_score:
                best = action
                best_score = score
        return best

    def search(self, state, depth):
        if state.is_terminal:
            return state.score
        if state.to_move == 0 and depth == 1:
            return self.evaluation(state)

        if state.to_move == 0:
            scores = []
            for action in state.legal_actions():
                scores.append(self.search(state.successor(action), depth - 1))
            return max(scores)

        if state.to_move == 1:
            scores = []
            for action in state.legal_actions():
                scores.append(self.search(state.successor(action), depth))
            return sum(scores) / len(scores)

        scores = []
        for action in state.legal_actions():
            scores.append(self.search(state.successor(action), depth))
        return min(scores)

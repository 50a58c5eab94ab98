from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action, best_value = None, None
        for action in state.legal_actions():
            child = state.successor(action)
            if child.is_terminal:
                value = child.score
            else:
                value = self.chance(child, self.depth)
            if best_value is None or value > best_value:
                best_action, best_value = action, value
        return best_action

    def best(self, state, depth):
        values = []
        for action in state.legal_actions():
            child = state.successor(action)
            values.append(child.score if child.is_terminal else self.chance(child, depth))
        return max(values)

    def chance(self, state, depth):
        total = 0
        n = 0
        for action in state.legal_actions():
            child = state.successor(action)
            n += 1
            if child.is_terminal:
                total += child.score
            elif child.to_move != 0:
                total += self.chance(child, depth)
            elif depth > 1:
                total += self.best(child, depth - 1)
            else:
                total += self.evaluation(state)
        return total / n

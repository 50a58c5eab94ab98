from pacgrid import Agent


class Tree:
    """A node of the game tree."""

    def __init__(self, state, level):
        self.state = state
        self.level = level

    def children(self):
        for action in self.state.legal_actions():
            yield action, Tree(self.state.successor(action), self.level + 1)


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.deepest = self.depth * state.num_agents
        scores = {action: self.expected(child) for action, child in Tree(state, 0).children()}
        return max(scores, key=scores.get)

    def expected(self, node):
        if node.state.is_terminal:
            return node.state.score
        if node.level == self.deepest:
            return self.evaluation(node.state)
        scores = [self.expected(child) for _, child in node.children()]
        if node.level == 0:
            return max(scores)
        return sum(scores) / len(scores)

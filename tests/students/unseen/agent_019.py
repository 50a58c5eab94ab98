from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)
        self.visited = set()

    def act(self, state):
        self.visited = {state}
        ranked = []
        for index, action in enumerate(state.legal_actions()):
            v = self.visit(state.successor(action), self.depth * state.num_agents - 1)
            ranked.append((v if state.to_move == 0 else -v, -index, action))
        return max(ranked)[2]

    def visit(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0 or state in self.visited:
            return self.evaluation(state)
        self.visited.add(state)

        total = 0
        highest = float("-inf")
        actions = state.legal_actions()
        for action in actions:
            v = self.visit(state.successor(action), plies - 1)
            total += v
            highest = max(highest, v)
        if state.to_move == 0:
            return highest
        return total / len(actions)

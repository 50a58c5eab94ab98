"""Minimax with a closure that lists the successors."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        visited = {state}
        limit = self.depth * state.num_agents

        def fresh(node):
            """The successors of a node that are new."""
            found = []
            for action in node.legal_actions():
                after = node.successor(action)
                if after not in visited:
                    found.append(after)
                visited.add(after)
            return found

        def value(node, plies):
            if node.is_terminal:
                return node.score
            if plies == limit:
                return self.evaluation(node)
            values = [value(after, plies + 1) for after in fresh(node)]
            if not values:  # nowhere new to go
                return self.evaluation(node)
            return min(values) if node.to_move else max(values)

        best = None
        for action in state.legal_actions():
            result = value(state.successor(action), 1)
            if best is None or result > best[0]:
                best = (result, action)
        return best[1]

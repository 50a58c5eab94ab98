from pacgrid import Agent

ENTER, LEAVE = "enter", "leave"


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        values = []
        for action in state.legal_actions():
            values.append((self.evaluate_tree(state.successor(action), state.num_agents), action))
        return max(values, key=lambda pair: pair[0])[1]

    def evaluate_tree(self, root, agents):
        """Walks through the tree with a stack; `values` has the value of each node by number."""
        positions, parents, plies = [root], [None], [self.depth * agents - 1]
        values = [None]
        stack = [(ENTER, 0)]
        while stack:
            step, node = stack.pop()
            position = positions[node]
            if step == ENTER:
                if position.is_terminal:
                    values[node] = position.score
                elif plies[node] == 0:
                    values[node] = self.evaluation(position)
                else:
                    stack.append((LEAVE, node))
                    for action in position.legal_actions():
                        positions.append(position.successor(action))
                        parents.append(node)
                        plies.append(plies[node] - 1)
                        values.append(None)
                        stack.append((ENTER, len(positions) - 1))
                    continue
            parent = parents[node]
            if parent is None:
                continue
            if values[parent] is None:
                values[parent] = values[node]
            elif position.to_move == 0:
                values[parent] = max(values[parent], values[node])
            else:
                values[parent] = min(values[parent], values[node])
        return values[0]

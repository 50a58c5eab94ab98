"""Minimax bottom-up: expand layer after layer, then fold the values back."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.leaf = evaluation or (lambda state: state.score)

    def act(self, state):
        layers = [[(state, -1)]]  # each entry: a state and the index of its parent
        for _ in range(self.depth * state.num_agents):
            layer = []
            for index, (parent, _) in enumerate(layers[-1]):
                for action in parent.legal_actions():
                    layer.append((parent.successor(action), index))
            layers.append(layer)

        values = [s.score if s.is_terminal else self.leaf(s) for s, _ in layers[-1]]
        while len(layers) > 2:
            below = layers.pop()
            groups = [[] for _ in layers[-1]]
            for (_, parent), value in zip(below, values):
                groups[parent].append(value)
            values = []
            for (node, _), group in zip(layers[-1], groups):
                if not group:
                    values.append(node.score)
                elif node.to_move == 0:
                    values.append(max(group))
                else:
                    values.append(min(group))
        actions = state.legal_actions()
        return actions[values.index(max(values))]

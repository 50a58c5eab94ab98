"""Minimax in two passes: grow the tree level by level, then carry the values back up."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        levels = self.grow(state, self.depth * state.num_agents)
        for level in reversed(levels):
            for node in level:
                self.settle(node)
        root = levels[0][0]
        for child in root["children"]:
            if child["value"] == root["value"]:
                return child["action"]
        raise RuntimeError("no child has the value of the root")

    def grow(self, state, plies):
        levels = [[{"state": state, "action": None, "children": []}]]
        while plies > 0:
            level = []
            for node in levels[-1]:
                here = node["state"]
                if here.is_terminal:
                    continue
                for action in here.legal_actions():
                    child = {"state": here.successor(action), "action": action, "children": []}
                    node["children"].append(child)
                    level.append(child)
            levels.append(level)
            plies -= 1
        return levels

    def settle(self, node):
        """Give a node its value; its children have theirs already."""
        state = node["state"]
        values = [child["value"] for child in node["children"]]
        if state.is_terminal:
            node["value"] = state.score
        elif not values:
            node["value"] = self.evaluation(state)
        elif state.to_move == 0:
            node["value"] = max(values)
        else:
            node["value"] = min(values)

"""My minimax. Everything happens inside act()."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        agents = state.num_agents
        limit = self.depth * agents

        def utility(node):
            if node.is_terminal:
                return node.score
            return self.evaluation(state)

        def is_leaf(node, ply):
            return node.is_terminal or ply >= limit

        def best_for_pacman(node, ply):
            return max(minimax(node.successor(a), ply + 1) for a in node.legal_actions())

        def best_for_ghost(node, ply):
            return min(minimax(node.successor(a), ply + 1) for a in node.legal_actions())

        def minimax(node, ply):
            if is_leaf(node, ply):
                return utility(node)
            if node.to_move == 0:
                return best_for_pacman(node, ply)
            return best_for_ghost(node, ply)

        scored = [(minimax(state.successor(a), 1), a) for a in state.legal_actions()]
        top = max(value for value, _ in scored)
        for value, action in scored:
            if value == top:
                return action
